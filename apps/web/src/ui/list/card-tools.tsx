import './list.css'

interface Props {
  /** Undefined if no row can be chosen. */
  choice: { all: boolean; onAll: () => void } | undefined
  sorts: readonly { field: string; title: string }[]
  /** The order in force; undefined for the usual one. */
  orderBy: string | undefined
  onOrder: (orderBy: string | undefined) => void
}
/** On a phone rows are cards without headings: what the headings can do stands above them. */
export function CardTools({ choice, sorts, orderBy, onOrder }: Props) {
  return (
    <div className="card-tools no-print">
      {choice && (
        <label>
          <input type="checkbox" checked={choice.all} onChange={choice.onAll} />
          选择本页全部
        </label>
      )}
      {sorts.length > 0 && (
        <label>
          排序
          <select value={orderBy ?? ''} onChange={(e) => onOrder(e.target.value || undefined)}>
            <option value="">默认</option>
            {sorts.map(({ field, title }) => (
              <SortOptions key={field} field={field} title={title} />
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

const SortOptions = ({ field, title }: Props['sorts'][number]) => (
  <>
    <option value={`${field} asc`}>{title} 升序</option>
    <option value={`${field} desc`}>{title} 降序</option>
  </>
)
