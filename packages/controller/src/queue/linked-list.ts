/** What a list threads itself through. A node is in one list at a time. */
export interface ListNode<T> {
  previous: T | undefined;
  next: T | undefined;
}

/** First in, first out, and any node taken out of the middle in constant time. */
export class LinkedList<T extends ListNode<T>> {
  #first: T | undefined;
  #last: T | undefined;

  get first(): T | undefined {
    return this.#first;
  }

  append(node: T): void {
    node.previous = this.#last;
    node.next = undefined;
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
  }

  remove(node: T): void {
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    node.previous = undefined;
    node.next = undefined;
  }
}
