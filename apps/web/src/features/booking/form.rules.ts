import { asksCard, payerKindWords, type BookingKind, type PayMode } from '@portal/contract/booking/booking'
import type { SampleInput } from '@portal/contract/booking/body'
import { type bookingCalls } from '@portal/contract/booking/calls'
import { type BookingDetail, type SaidPurpose } from '@portal/contract/booking/row'
import type { FillableForm } from '@portal/contract/form/form'
import type { Arguments, Reply } from '@portal/contract/kernel/call'
import type { Attachment, Ref } from '@portal/contract/kernel/rows'
import { goesByTime, type Quote } from '@portal/contract/price-plan/price-plan'
import type { UseNature } from '@portal/contract/use-ledger/use-ledger'
import { findGiven, givenTo } from '../form/shared/asked.rules.ts'
import type { Choice, Week } from './calendar.rules.ts'

// Values of the booking form, and what of them is sent.

export type Opening = NonNullable<Week['opening']>

/** The data that the server can judge. */
export type Wish = NonNullable<Arguments<typeof bookingCalls.judge>['body']>

/** The purpose, as it is reported. Missing text is empty; codes come from the dictionaries. */
export interface PurposeValues {
  project: string
  projectNumber: string
  nature: UseNature | null
  fundingSource: string | null
  disciplines: string[]
  serviceMode: string | null
}
/** A sample as it is filled in; `answers` are fields of the form that the instrument asks for each sample. */
export type SampleValues = Omit<SampleInput, 'answers'> & { answers?: Record<string, unknown> | null }
export interface BookingValues extends PurposeValues {
  /** The whole period. Named like the body's field, so that refusals of the period show at it. */
  startAt: Choice | null
  purpose: string
  phone: string
  remark: string
  experimenterId: number | null
  payerId: number | null
  /** Names of the people picked by search, by id, because a draft restores only ids. Not sent. */
  names?: Readonly<Record<number, string>>
  payMode: PayMode
  fundCardId: number | null
  samples: SampleValues[]
  /** Pasted spreadsheet rows that are not samples yet. Not sent, but kept with the draft. */
  pasted?: string
  attachments: readonly Attachment[]
  /** Answers to the instrument's form; missing until the user reaches it. */
  answers?: Record<string, unknown> | null
  /** Codes of refusals that a director overrides. */
  override: string[]
}

export interface About {
  deviceId: number
  kind: BookingKind
  opening: Opening
  /** The person who books. */
  meId: number
  /** People whom the server offers as payer. */
  payers: Reply<typeof bookingCalls.payers>
  /** The form that the instrument asks; null: none. */
  asked: FillableForm | null
  /** The form that it asks for each sample. */
  askedSamples: FillableForm | null
  /** The booking being changed. */
  bookingId?: number
}

/** The person that a field shows: the one picked (also after a draft was restored), else the initial one. */
export const chooseShown = (
  id: number | null | undefined,
  { names }: Pick<BookingValues, 'names'>,
  began: Ref | null,
): Ref | null => (id != null && names?.[id] !== undefined ? { id, name: names[id] } : began)

/** For the picker: 陈志远（导师）. */
export const listOffered = (payers: About['payers'] | undefined) =>
  (payers?.offered ?? []).map((o) => ({ value: o.id, label: `${o.name}（${payerKindWords[o.why]}）` }))

type Paying = Pick<About, 'meId' | 'payers'>
const offeredAs = ({ payers }: Paying, kind: 'supervisor' | 'self') =>
  payers.offered.find((o) => o.why === kind)
const findPayer = ({ payerId }: Pick<BookingValues, 'payerId'>, { payers }: Paying): number =>
  payerId ?? payers.unnamedId

/** The booker selects a card only if they pay themselves and a card is needed. */
export const namesCard = (
  v: Pick<BookingValues, 'payerId' | 'payMode'>,
  about: Paying & Pick<About, 'opening'>,
): boolean => findPayer(v, about) === about.meId && asksCard(v.payMode, about.opening.fundCardRequired)

/** Whether the card may not be left out. Free use needs none; an unknown price does not count as free. */
export const needsCard = (wish: Wish | null, quote: Quote | null | undefined): boolean =>
  !wish || !quote || quote.totalFen > 0 || (!wish.startAt && goesByTime(quote))

const STUDENT = '1'
/** The hint beside the payer. */
export function payerHint(v: Pick<BookingValues, 'payerId'>, about: Paying, userType: string): string {
  const supervisor = offeredAs(about, 'supervisor')
  const self = findPayer(v, about) === about.meId
  if (v.payerId === null && !self && supervisor) return `不填即由导师${supervisor.name}付款，须经其确认。`
  if (!self) return '须经付款人确认。'
  if (!offeredAs(about, 'self')) return '请选择付款人，一般为您的导师；须经其确认。'
  return userType === STUDENT
    ? '现由您本人付款。费用由课题组承担的，请改填导师，经其确认后生效。'
    : '由您本人付款；他人付款须经其确认。'
}

/** Form values of an earlier purpose; empty if there is none. */
export const fillPurpose = (said: SaidPurpose | undefined): PurposeValues => ({
  project: said?.project ?? '',
  projectNumber: said?.projectNumber ?? '',
  nature: said?.nature ?? null,
  fundingSource: said?.fundingSource ?? null,
  disciplines: said?.disciplines ?? [],
  serviceMode: said?.serviceMode ?? null,
})

/**
 * The fields that change with a project's name. A project known from earlier bookings brings its own data.
 * For another project the old number and funding source are cleared, because they do not belong to it.
 */
export function renameProject(
  v: Pick<PurposeValues, 'project' | 'projectNumber' | 'fundingSource'>,
  name: string,
  recent: readonly SaidPurpose[],
): Partial<Omit<PurposeValues, 'project'>> {
  const find = (project: string) => recent.find((p) => p.project !== null && p.project === project)
  const known = find(name)
  if (known) {
    const { project: _, ...rest } = fillPurpose(known)
    return rest
  }
  const before = find(v.project)
  if (!before) return {}
  const { projectNumber, fundingSource } = fillPurpose(before)
  return {
    ...(v.projectNumber === projectNumber && { projectNumber: '' }),
    ...(v.fundingSource === fundingSource && { fundingSource: null }),
  }
}

const listSamples = (v: BookingValues, kind: BookingKind): SampleValues[] =>
  kind === 'sample_delivery' ? (v.samples ?? []) : []
const findSlot = (choice: Choice | null | undefined) => ({
  startAt: choice?.startAt ?? null,
  endAt: choice?.endAt ?? null,
  seat: choice?.seat ?? null,
})

function findWish(v: BookingValues, about: About) {
  return {
    deviceId: about.deviceId,
    kind: about.kind,
    ...findSlot(v.startAt),
    experimenterId: v.experimenterId ?? null,
    payerId: v.payerId ?? null,
    payMode: v.payMode,
    fundCardId: namesCard(v, about) ? (v.fundCardId ?? null) : null,
  }
}

/** The part of the form that can be judged; null before a time is chosen, unless the lab sets the time. */
export function readJudgeable(v: BookingValues | undefined, about: About): Wish | null {
  if (!v?.payMode || (about.kind === 'self_operated' && !v.startAt)) return null
  const sampleCount = listSamples(v, about.kind).reduce(
    (sum, s) => sum + (Number.isInteger(s?.count) ? s.count : 0),
    0,
  )
  return { ...findWish(v, about), sampleCount, bookingId: about.bookingId ?? null }
}

export function makeBody(
  v: BookingValues,
  about: About,
): NonNullable<Arguments<typeof bookingCalls.create>['body']> {
  return {
    ...findWish(v, about),
    purpose: v.purpose,
    project: v.project,
    projectNumber: v.projectNumber,
    nature: v.nature ?? null,
    fundingSource: v.fundingSource ?? null,
    disciplines: v.disciplines ?? [],
    serviceMode: v.serviceMode ?? null,
    phone: v.phone,
    remark: v.remark,
    samples: listSamples(v, about.kind).map((s): SampleInput => ({
      ...s,
      answers: about.askedSamples && givenTo(about.askedSamples, s),
    })),
    attachmentIds: (v.attachments ?? []).map((a) => a.id),
    answers: about.asked && givenTo(about.asked, v),
    override: v.override ?? [],
  }
}

/** Initial form values when a booking is changed. */
export const fillValues = (
  b: BookingDetail,
  { asked, askedSamples }: Pick<About, 'asked' | 'askedSamples'>,
): BookingValues => ({
  startAt:
    b.startAt && b.endAt
      ? { startAt: b.startAt, endAt: b.endAt, seat: b.capacity > 1 ? b.seat : null }
      : null,
  purpose: b.purpose,
  ...fillPurpose({
    ...b,
    fundingSource: b.fundingSource?.value ?? null,
    disciplines: b.disciplines.map((d) => d.value),
    serviceMode: b.serviceMode?.value ?? null,
  }),
  phone: b.phone ?? '',
  remark: b.remark ?? '',
  experimenterId: b.experimenter.id,
  payerId: b.payer.id,
  payMode: b.payMode,
  fundCardId: b.fundCard?.id ?? null,
  samples: b.samples.map(({ name, count, form, hazard, returnWanted, wishes, answers }) => ({
    name,
    count,
    form,
    hazard,
    returnWanted,
    wishes,
    answers: answers && answers.formId === askedSamples?.id ? answers.values : null,
  })),
  attachments: b.attachments,
  answers: findGiven(b.answers, 'booking', asked)?.values ?? null,
  override: b.overridden,
})

/**
 * Initial form values when a past booking is repeated: everything except what belonged to that time. A payer
 * who may no longer be named and a way of paying that is no longer offered are left out.
 */
export function fillAgain(
  b: BookingDetail,
  about: Pick<About, 'asked' | 'askedSamples' | 'opening' | 'payers' | 'meId'>,
): Partial<BookingValues> {
  const {
    startAt: _,
    attachments: __,
    override: ___,
    payerId,
    payMode,
    fundCardId,
    ...said
  } = fillValues(b, about)
  const payer = about.payers.offered.some((o) => o.id === payerId)
  return {
    ...said,
    ...(payer && { payerId, fundCardId }),
    ...(about.opening.payModes.includes(payMode) && { payMode }),
  }
}
