export {
  canonicalQuantity,
  compareQuantities,
  isFractional,
  parseQuantity,
  roundedUp,
  roundToMilli,
  type Quantity,
} from '@banyan/api/quantity';
