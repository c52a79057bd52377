export {
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  isFractional,
  parseQuantity,
  roundedUp,
  roundToMilli,
  type Quantity,
} from '@banyan/api/quantity';
