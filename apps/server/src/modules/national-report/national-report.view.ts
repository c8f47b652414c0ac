import { aboutKnown } from '@portal/contract/national-report/known'
import {
  nationalRefusals,
  type Issue,
  type NationalRow,
  type RowEvent,
} from '@portal/contract/national-report/national-report'
import { findFiller, type NationalKind, type SchemaField } from '@portal/contract/national-report/schema'
import type { Fault } from './check.rules.ts'
import { findKey, type ReadRow } from './reading.action.ts'
import type { RowRecord } from './row.store.ts'
import type { ReportedCell } from './value.rules.ts'

/**
 * Where people edit a field's value. Values without a source in the portal are typed in the report's form.
 */
export const findPlace = (kind: NationalKind, field: SchemaField | null) =>
  field?.source === undefined ? ('form' as const) : (aboutKnown(kind, field.source)?.place ?? 'form')

export const showIssue = (kind: NationalKind, { field, code, message }: Fault): Issue => ({
  field: field?.code ?? null,
  label: field?.label ?? '整条数据',
  code,
  message,
  filler: field ? findFiller(kind, field) : 'office',
  place: findPlace(kind, field),
})

/** The faults, which prevent sending, and a note that a changed row has to be sent again. */
export const listFaults = ({ faults, changed }: ReadRow): Fault[] => [
  ...faults,
  ...(changed ? [{ field: null, code: 'changed', message: nationalRefusals.ROW_CHANGED } as const] : []),
]

export const showDevice = (r: RowRecord) => ({
  id: r.deviceId,
  name: r.deviceName,
  serialId: r.deviceSerialId,
})

export type RowWord = NationalRow['can'][number]
export interface Standing {
  office: boolean
  /** May fill in missing values. */
  runs: boolean
}
/** Added by hand: collecting does not add such a row, neither before nor after its removal. */
const isAddedByHand = ({ kind, state, underCustoms }: RowRecord): boolean =>
  kind === 'customs' && state === 'unreported' && !underCustoms
/** Actions for a row that is out of the report. */
const returns: readonly RowEvent[] = ['restore', 'reject']
/** The actions for a row; `events` are those that the flow permits. */
export const listActions = (read: ReadRow, events: readonly RowEvent[], who: Standing): RowWord[] => [
  ...(who.runs && read.record.state !== 'locked' && !read.record.isOut ? (['edit'] as const) : []),
  ...events.filter((e) =>
    read.record.isOut ? returns.includes(e) : e !== 'send' || read.faults.length === 0,
  ),
  ...(who.runs && read.record.kind === 'device' && !read.record.isOut && !read.toCheck.kinds.has('customs')
    ? (['addCustoms'] as const)
    : []),
  ...(who.runs && isAddedByHand(read.record) ? (['remove'] as const) : []),
]

export const showRow = (read: ReadRow, can: RowWord[]) => {
  const { record: r } = read
  return {
    id: r.id,
    kind: r.kind,
    key: findKey(read),
    state: r.isOut ? ('withdrawn' as const) : r.state,
    stateAt: r.stateAt,
    reason: r.reason,
    device: showDevice(r),
    lab: { id: r.labId, name: r.labName },
    issues: r.isOut ? [] : listFaults(read).map((f) => showIssue(r.kind, f)),
    bookingId: r.source === 'booking' ? r.sourceId : null,
    can,
  }
}

export const showCell = (read: ReadRow, c: ReportedCell, nameOf: (userId: number) => string | undefined) => {
  const { kind } = read.record
  const { field } = c
  const sent = read.changed ? (read.record.sent?.[field.code] ?? '') : undefined
  return {
    code: field.code,
    label: field.label,
    kind: field.kind,
    length: field.length,
    decimals: field.decimals ?? null,
    required: field.required,
    shape: field.shape ?? null,
    list: field.list ?? null,
    many: field.many ?? null,
    hint: field.hint ?? null,
    value: c.value,
    known: c.known ?? field.value ?? field.default ?? null,
    source: field.source === undefined ? null : (aboutKnown(kind, field.source)?.title ?? null),
    place: findPlace(kind, field),
    filler: findFiller(kind, field),
    origin: c.origin,
    typedBy: c.typed ? (nameOf(c.typed.by) ?? null) : null,
    typedAt: c.typed?.at ?? null,
    before: read.before ? (read.before[field.code] ?? '') : null,
    sent: sent !== undefined && sent !== c.value ? sent : null,
  }
}
