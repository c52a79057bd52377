// Reads JSON objects, one a line, and writes for each a line of JSON: the object in protobuf, and what Go reads from
// that again; or why it is no object.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type line struct {
	Protobuf []byte         `json:"protobuf,omitempty"`
	Read     runtime.Object `json:"read,omitempty"`
	Error    string         `json:"error,omitempty"`
}

func main() {
	must(apiextensions.AddToScheme(scheme.Scheme))
	must(apiregistration.AddToScheme(scheme.Scheme))
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		must(out.Encode(answer(in.Bytes())))
	}
	must(in.Err())
}

func answer(body []byte) line {
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	object, _, err := scheme.Codecs.UniversalDeserializer().Decode(body, nil, nil)
	if err != nil {
		return line{Error: err.Error()}
	}
	var encoded bytes.Buffer
	if err := serializer.Encode(object, &encoded); err != nil {
		return line{Error: err.Error()}
	}
	read, kind, err := serializer.Decode(encoded.Bytes(), nil, nil)
	if err != nil {
		return line{Error: err.Error()}
	}
	read.GetObjectKind().SetGroupVersionKind(*kind)
	return line{Protobuf: encoded.Bytes(), Read: read}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
