export { useUsableCards } from '../fund-card.queries.ts'
