import { useState } from 'react'
import { Link } from 'react-router'
import { ask, askReason, type QuestionAsked, type ReasonAsked } from '../../lib/tell.ts'
import { Icon } from '../icon.tsx'
import { MenuButton } from '../menu-button.tsx'

/**
 * What may be done with a row. `can`: shown when the server's `can` of the row holds the word; `show` for
 * what needs no right.
 */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  can?: string
  show?: (row: Row) => boolean
  danger?: boolean
  /** Leads somewhere … */
  to?: (row: Row) => string
  /** … or does something. Failures have been said by `send`. */
  run?: (row: Row, reason: string) => unknown
  /** Asked first; the button says what it does. */
  confirm?: (row: Row) => QuestionAsked
  reason?: ReasonAsked
}
/** The same for many rows at once: 通过 3 条. */
export interface BatchAction<Row> {
  label: (count: number) => string
  can: string
  danger?: boolean
  /** Opens a dialog: `run` is answered when it is shut, with false where it was given up (`useOpened`). */
  opens?: true
  run: (rows: readonly Row[], reason: string) => unknown
  confirm?: (rows: readonly Row[]) => QuestionAsked
  reason?: ReasonAsked
}

export const listActions = (row: unknown): readonly string[] => (row as { can?: readonly string[] }).can ?? []

/** Asks what has to be asked; null: better not. */
export async function consent(
  question: QuestionAsked | undefined,
  reason: ReasonAsked | undefined,
  label: string,
): Promise<string | null> {
  const q = question ?? { title: label, ok: label }
  if (reason) return askReason({ ...q, reason })
  return !question || (await ask(q)) ? '' : null
}

const DIRECT = 3
export function RowActions<Row>({ row, actions }: { row: Row; actions: readonly RowAction<Row>[] }) {
  const [busy, setBusy] = useState(false)
  const open = actions.filter(
    (a) => (a.can === undefined || listActions(row).includes(a.can)) && (a.show?.(row) ?? true),
  )
  const findLabel = (a: RowAction<Row>) => (typeof a.label === 'function' ? a.label(row) : a.label)

  const go = async (a: RowAction<Row>) => {
    const given = await consent(
      a.confirm?.(row) && { danger: a.danger ?? false, ...a.confirm(row) },
      a.reason,
      findLabel(a),
    )
    if (given === null) return
    setBusy(true)
    try {
      await a.run?.(row, given)
    } catch {
      // Said already.
    } finally {
      setBusy(false)
    }
  }
  const one = (a: RowAction<Row>) =>
    a.to ? (
      <Link to={a.to(row)}>{findLabel(a)}</Link>
    ) : (
      <button type="button" data-danger={a.danger || undefined} disabled={busy} onClick={() => void go(a)}>
        {findLabel(a)}
      </button>
    )
  const direct = open.length > DIRECT ? open.slice(0, DIRECT - 1) : open
  return (
    <div className="row-actions" aria-busy={busy || undefined}>
      {direct.map((a) => (
        <span key={findLabel(a)}>{one(a)}</span>
      ))}
      {open.length > direct.length && (
        <MenuButton
          className="row-more"
          label={
            <>
              更多 <Icon name="down" size={13} />
            </>
          }
        >
          {open.slice(direct.length).map((a) => (
            <li key={findLabel(a)}>{one(a)}</li>
          ))}
        </MenuButton>
      )}
    </div>
  )
}
