export { Prices } from '../parts/prices.tsx'
export { useOpenings } from '../opening.queries.ts'
