import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { ask, askReason, type QuestionAsked, type ReasonAsked } from '../../lib/tell.ts'
import { Icon } from '../icon.tsx'
import { MenuButton } from '../menu-button.tsx'

/**
 * An action on a row. `can`: shown if the row's `can` from the server contains the word; `show`: for actions
 * without a right.
 */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  can?: string
  show?: (row: Row) => boolean
  danger?: boolean
  /** Address of a link … */
  to?: (row: Row) => string
  /** … or an action. `send` has shown failures. */
  run?: (row: Row, reason: string) => unknown
  /** Confirmation before the action; its button names the action. */
  confirm?: (row: Row) => QuestionAsked
  reason?: ReasonAsked
}
/** An action on many rows at once: 通过 3 条. */
export interface BatchAction<Row> {
  label: (count: number) => string
  can: string
  danger?: boolean
  /** Opens a dialog: `run` resolves when it closes, with false if the user cancelled (`useOpened`). */
  opens?: true
  run: (rows: readonly Row[], reason: string) => unknown
  confirm?: (rows: readonly Row[]) => QuestionAsked
  reason?: ReasonAsked | ((rows: readonly Row[]) => ReasonAsked)
}

export const listActions = (row: unknown): readonly string[] => (row as { can?: readonly string[] }).can ?? []

/**
 * Asks for confirmation and reason before an action. A reason is kept until its action is `settle`d, so that
 * after a failure the user need not type it again.
 */
export function useConsent() {
  const kept = useRef(new Map<string, string>())
  return {
    /** Null: the user declined. `key` names the action, whose label may change. */
    consent: async (
      key: string,
      question: QuestionAsked | undefined,
      reason: ReasonAsked | undefined,
      label: string,
    ): Promise<string | null> => {
      const q = question ?? { title: label, ok: label }
      if (!reason) return !question || (await ask(q)) ? '' : null
      const start = kept.current.get(key) ?? reason.start ?? ''
      const given = await askReason({ ...q, reason: { ...reason, start } })
      if (given !== null) kept.current.set(key, given)
      return given
    },
    settle: (key: string): void => void kept.current.delete(key),
  }
}

const DIRECT = 3
export function RowActions<Row>({ row, actions }: { row: Row; actions: readonly RowAction<Row>[] }) {
  const [busy, setBusy] = useState(false)
  const { consent, settle } = useConsent()
  const open = actions.filter(
    (a) => (a.can === undefined || listActions(row).includes(a.can)) && (a.show?.(row) ?? true),
  )
  const findLabel = (a: RowAction<Row>) => (typeof a.label === 'function' ? a.label(row) : a.label)

  const go = async (a: RowAction<Row>) => {
    const label = findLabel(a)
    const given = await consent(
      label,
      a.confirm?.(row) && { danger: a.danger ?? false, ...a.confirm(row) },
      a.reason,
      label,
    )
    if (given === null) return
    setBusy(true)
    try {
      await a.run?.(row, given)
      settle(label)
    } catch {
      // `send` has shown the failure.
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
