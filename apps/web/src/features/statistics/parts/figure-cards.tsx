import { useId, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { listCards, type FigureCard, type Overview } from '../figures.words.ts'
import '../statistics.css'

/** The totals, compared with the previous period. */
export function FigureCards({ overview }: { overview: Overview }) {
  return (
    <ul className="statistics-figures" aria-label="总体情况">
      {listCards(overview).map((card) => (
        <Figure key={card.key} card={card} />
      ))}
    </ul>
  )
}

function Figure({ card: { title, value, unit, beside, formula } }: { card: FigureCard }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <li className="card">
      <span className="statistics-figure-title">
        {title}
        <button
          type="button"
          className="no-print"
          aria-label={`${title}的计算方法`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name="info" size={16} />
        </button>
      </span>
      <b>
        {value} <small>{unit}</small>
      </b>
      <small>
        <Whole>{beside}</Whole>
      </small>
      <p id={id} hidden={!open}>
        {formula}
      </p>
    </li>
  )
}
