// What other modules ask of this one.

export {
  bookingsOn,
  cardNames,
  deduct,
  freeze,
  handOver,
  hasUsable,
  judgeCard,
  lockCards,
  release,
  releaseAll,
  reverse,
} from './fund-card.handler.ts'
