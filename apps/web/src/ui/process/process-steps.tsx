import { ButtonLink, Card } from '../light.tsx'
import { Decision } from './decision.tsx'
import type { AnyProcess, Answers, Asked, FormsByWord, OnPage, ProcessRow, Step } from './process.ts'

type AnyStep<Row> = Step<Row> | OnPage<Row>

/** The steps that this user may take now, in the table's order. */
const stepsNow = <Row extends ProcessRow>(process: AnyProcess<Row>, row: Row): [string, AnyStep<Row>][] =>
  Object.entries(process.steps).filter(([word]) => row.can.includes(word))

const isOne = (asked: Asked | Answers): asked is Asked => typeof asked['take'] === 'function'
/** The confirmations of one step that belong beside the heading (`atHead`) or among the decisions. */
function listQuestions<Row>(word: string, step: AnyStep<Row>, row: Row, atHead: boolean): [string, Asked][] {
  if (typeof step !== 'function') return []
  const asked = step(row)
  const all: [string, Asked][] = isOne(asked) ? [[word, asked]] : Object.entries(asked)
  return all.filter(([, one]) => Boolean(one.atHead) === atHead)
}
export const askedNow = <Row extends ProcessRow>(
  process: AnyProcess<Row>,
  row: Row,
  atHead: boolean,
): Answers =>
  Object.fromEntries(stepsNow(process, row).flatMap(([word, step]) => listQuestions(word, step, row, atHead)))

interface Props<Row extends ProcessRow> {
  process: AnyProcess<Row>
  row: Row
  /** Above or below the facts of the page; the inbox shows all of them. */
  where: 'above' | 'below' | 'inbox'
  onDone?: (() => void) | undefined
  /** The parts that the page provides. */
  forms?: FormsByWord<Row>
}
/** What the user can do: one card for the answers, and a part for each step that needs more. */
export function ProcessSteps<Row extends ProcessRow>({
  process,
  row,
  where,
  onDone,
  forms = {},
}: Props<Row>) {
  const { below: isBelow, ...about } = process.decision?.(row) ?? {}
  const now = stepsNow(process, row)
  const decided = now.find(([word, step]) => listQuestions(word, step, row, false).length > 0)?.[0]
  const isHere = (below = false) => where === 'inbox' || (where === 'below') === below
  // Two words may share a part, which is drawn once.
  const drawn = new Set<unknown>()
  return now.map(([word, step]) => {
    const key = `${word}${row.stateAt ?? ''}`
    if (word === decided)
      return (
        isHere(isBelow) && (
          <Decision key={key} {...about} steps={askedNow(process, row, false)} onDone={onDone} />
        )
      )
    if (step === null || typeof step === 'function') return null
    if (where === 'inbox' && 'elsewhere' in step && step.elsewhere)
      return <Elsewhere key={key} {...step.elsewhere(row)} />
    if (!('Part' in step || 'onPage' in step) || !isHere(step.below)) return null
    const Part = 'Part' in step ? step.Part : forms[word]
    if (!Part || drawn.has(Part)) return null
    drawn.add(Part)
    const begins = step.begins ? `${word}${step.begins(row)}` : key
    return <Part key={begins} row={row} {...(onDone && { onDone })} />
  })
}

/** A link to the page where a step is taken. */
export const Elsewhere = ({ to, text }: { to: string; text: string }) => (
  <Card className="decide">
    <div className="page-extra no-print">
      <ButtonLink kind="primary" to={to}>
        {text}
      </ButtonLink>
    </div>
  </Card>
)

/** Whether the user can do anything in the inbox. */
export const hasSteps = <Row extends ProcessRow>(process: AnyProcess<Row>, row: Row): boolean =>
  stepsNow(process, row).some(
    ([word, step]) =>
      listQuestions(word, step, row, false).length > 0 ||
      (step !== null && typeof step !== 'function' && ('Part' in step || Boolean(step.elsewhere))),
  )
