import type { Score } from '@portal/contract/use-rating/use-rating'
import '../use-rating.css'

/** Stars beside a word with the same meaning, so hidden from screen readers. */
export const Stars = ({ score }: { score: Score }) => (
  <span className="rating-stars" aria-hidden="true">
    {'★'.repeat(score)}
    <span className="rating-stars-none">{'★'.repeat(5 - score)}</span>
  </span>
)
