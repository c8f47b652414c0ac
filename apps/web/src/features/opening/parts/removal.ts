import type { openingCalls } from '@portal/contract/opening/opening'
import type { Write } from '../../../lib/query.ts'
import type { QuestionAsked } from '../../../lib/tell.ts'
import { say } from '../../../lib/tell.ts'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { acceptingly } from '../accept.ts'

interface Removal<Row> {
  /** 例外 or 时段. */
  what: string
  remove: Write<typeof openingCalls.removeException> | Write<typeof openingCalls.removeWindow>
  confirm: (row: Row) => Omit<QuestionAsked, 'ok'>
  show?: (row: Row) => boolean
}

/** A row action that removes opening hours; asks first if bookings lie in them. */
export const makeRemoval = <Row extends { id: number }>({
  what,
  remove,
  confirm,
  show,
}: Removal<Row>): RowAction<Row> => ({
  label: '删除',
  danger: true,
  ...(show && { show }),
  confirm: (row) => ({ ...confirm(row), ok: `删除${what}` }),
  run: async ({ id }) => {
    const done = await acceptingly((accept) =>
      remove.run({ params: { id }, query: { accept: accept ? 'true' : 'false' }, quiet: true }),
    )
    if (done) say('success', `${what}已删除`)
  },
})
