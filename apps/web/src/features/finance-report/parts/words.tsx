/** How each column is computed, folded. */
export function Words({ words }: { words: Readonly<Record<string, { title: string; formula: string }>> }) {
  return (
    <details className="card finance-words no-print">
      <summary>各栏说明</summary>
      <dl>
        {Object.values(words).map(({ title, formula }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{formula}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
