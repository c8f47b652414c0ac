import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { bookingRefusals, liveStates, type BookingState } from '@portal/contract/booking/booking'
import { useStates } from '@portal/contract/use-ledger/use-ledger'
import { literals } from '../../apps/server/src/kernel/db.ts'
import { addDays, addMinutes, findInstant, findLocal, findMonday } from '../../apps/server/src/kernel/time.ts'
import { approvalOfState } from '../../apps/server/src/modules/booking/booking.flow.ts'
import { findNextState } from '../../apps/server/src/modules/booking/approvals.rules.ts'
import { chooseSeat, judgeBooking } from '../../apps/server/src/modules/booking/booking.rules.ts'
import { isStudent } from '../../apps/server/src/modules/booking/place/payer.rules.ts'
import { wordNews, wordWant } from '../../apps/server/src/modules/booking/news.rules.ts'
import {
  findNearestFree,
  showSlot,
  type Slot,
} from '../../apps/server/src/modules/booking/place/alternatives.rules.ts'
import { findOpenIntervals } from '../../apps/server/src/modules/opening/opening.rules.ts'
import { findTier, makeQuote } from '../../apps/server/src/modules/price-plan/quote.rules.ts'
import { prepared, sendTogether, type Database } from './database.ts'
import type { FindRules, Rules } from './rules.ts'
import { ZONE } from './week.ts'
import { Refused, type Person } from './who.ts'

// A booking for the caller, paid later: five statements in two round trips, whether written or refused.

const LIVE = literals(liveStates)
const LOCK = `select pg_advisory_xact_lock(
  hashtextextended('booking quota ' || $1::int8 || ' ' || $2::int8, 0))`

// Facts that differ with each request: taken seats, the payer, and the caller's bookings here so far.
const FACTS = `
  select nextval('booking_id_seq') as id,
    array(select seat from booking where device_id = $1 and period && tstzrange($3, $4)
      and state in (${LIVE})) as taken,
    me.dept_id as "deptId", me.user_type as "userType",
    coalesce(s.id, me.id) as "payerId", coalesce(s.user_type, me.user_type) as "payerType",
    coalesce(s.tier, me.tier) as "payerTier",
    q.user_id is not null as granted, q.valid_until as "validUntil", used.*
  from user_account me
    left join user_account s on s.id = me.supervisor_id and s.enabled
    left join qualification q on q.device_id = $1 and q.user_id = me.id,
    lateral (
      select (coalesce(sum(extract(epoch from upper(period) - lower(period)))
          filter (where lower(period) >= $5 and lower(period) < $6), 0) / 60)::int as "dayMinutes",
        (coalesce(sum(extract(epoch from upper(period) - lower(period)))
          filter (where lower(period) >= $7 and lower(period) < $8), 0) / 60)::int as "weekMinutes",
        (count(*) filter (where state in (${LIVE})))::int as running
      from booking where device_id = $1 and booker_id = $2 and (state in (${LIVE})
        or state in (${literals([...useStates, 'no_show'])}) and lower(period) >= $7 and lower(period) < $8)
    ) used
  where me.id = $2`
interface Facts {
  id: number
  taken: number[]
  deptId: number | null
  userType: string
  payerId: number
  payerType: string
  payerTier: string
  granted: boolean
  validUntil: Date | null
  dayMinutes: number
  weekMinutes: number
  running: number
}

const AROUND = `select seat, extract(epoch from lower(period))::float8 * 1000,
    extract(epoch from upper(period))::float8 * 1000
  from booking where device_id = $1 and period && tstzrange($2, $3) and state in (${LIVE})`

const other = (from: string, where: string) => `exists (select from ${from} x join user_account u
  on u.id = x.user_id and u.enabled and u.id <> $8 where ${where})`
// The booking and all its rows are written together or not at all: nothing is written if the rules it was
// judged by have changed, or if another booking was faster.
const WRITE = `
  with added as (
    insert into booking (id, device_id, lab_id, seat, kind, state, state_at, period, booker_id,
      experimenter_id, payer_id, purpose, project, pay_mode, price_plan_id, quote, estimate_fen, created_at,
      disciplines, lab_dept_id, user_dept_id, user_type)
    overriding system value
    select $1, $2, $3, $4, 'self_operated', $5::text, $6::timestamptz, tstzrange($7, $28), $8::int8, $8, $9,
      $10, $11, 'post', $12, $13, $14, $6, '{}', $15, $16, $17
    where (select version from device_rules where device_id = $2) is not distinct from $18::int8
      and (select version from campus_rules) = all($19::int8[])
    on conflict on constraint booking_no_overlap do nothing returning id),
  flow as (insert into flow_log (business, row_id, event, to_state, actor_id, actor_name, at, request_id)
    select 'booking', id, 'create', $5, $8, $20, $6, $21 from added),
  told as (insert into outbox (kind, payload, next_at) select 'tell', $22::jsonb, $6 from added
    where $22 is not null),
  stale as (insert into iot_stale (gateway_id)
    select distinct s.gateway_id from added, device d join lab l on l.id = d.lab_id
      join iot_sub_device s on s.retired_at is null
        and (s.device_id = d.id or s.lab_id = d.lab_id or s.room_id = coalesce(d.room_id, l.room_id))
    where d.id = $2),
  asked as (insert into approval_task (business, row_id, step, asked_role, asked_user_id, role, user_id,
      lab_id, device_id, requester_id, title, amount_fen, due_at, created_at, case_device_id, case_lab_id,
      case_dept_id, case_user_type)
    select 'booking', id, $23, $24, case $24 when 'person' then $9::int8 end,
      case when $24 = 'person' then 'person'
        when $24 = 'reviewer'
          and (${other('device_reviewer', 'x.device_id = $2')} or ${other('device_reviewer', 'x.lab_id = $3')})
          then 'reviewer'
        when ${other('lab_member', `x.lab_id = $3 and x.role = 'lab_director'`)} then 'lab_director'
        else 'sysadmin' end,
      case $24 when 'person' then $9::int8 end, $3, $2, $8, $25, $14, $26::timestamptz, $6, $2, $3, $15, $17
    from added where $23::text is not null),
  logged as (insert into operation_log (user_id, username, ip, call, summary, target, request_id, at, result,
      changes)
    select $8, $29, $27, 'POST /api/v2/booking', '提交预约', 'booking ' || id, $21, $6, 'done',
      jsonb_build_array(jsonb_build_object('t', 'booking', 'id', id::text, 'op', 'i')) from added)
  select id from added`

export interface Wish {
  deviceId: number
  kind: 'self_operated'
  startAt: string
  endAt: string
  purpose: string
  project?: string
}
const ROLES = { payer: 'person', reviewer: 'reviewer', director: 'lab_director' } as const
const TRIES = 3

export async function book(
  database: Database,
  findRules: FindRules,
  me: Person,
  request: FastifyRequest,
  attempt = 1,
): Promise<object> {
  const now = new Date()
  const wish = request.body as Wish // as the schema of the route has it
  const period = { from: new Date(wish.startAt), to: new Date(wish.endAt) }
  const rules = await findRules(wish.deviceId)
  if (!rules) throw new Refused(404, { code: 'NOT_FOUND', message: '仪器不存在或已被删除' })
  const client = await database.pool.connect()
  let written = false
  try {
    const facts = await lockAndLook(client, wish, me, period)
    const draft = judge(rules, facts, me, wish, period, now)
    if (draft.reasons.length > 0) throw await turnDown(client, rules, wish, period, draft, now)
    const rows = await write(client, rules, facts, draft, { me, wish, period, now, request })
    written = rows > 0
    if (written)
      return {
        id: facts.id,
        state: draft.state,
        startAt: period.from,
        endAt: period.to,
        seat: draft.seat,
        estimateFen: draft.totalFen,
      }
  } catch (e) {
    if (!(e instanceof Refused)) await client.query('rollback').catch(() => {})
    throw e
  } finally {
    client.release()
  }
  // Another booking was faster, or the rules have changed: retry from the start.
  if (attempt === TRIES) throw new Error('written by others three times in a row')
  return book(database, findRules, me, request, attempt + 1)
}

async function lockAndLook(
  client: pg.PoolClient,
  { deviceId }: Wish,
  me: Person,
  { from, to }: { from: Date; to: Date },
): Promise<Facts> {
  const { day } = findLocal(from, ZONE)
  const monday = findMonday(day)
  const [today, tomorrow, week, nextWeek] = [day, addDays(day, 1), monday, addDays(monday, 7)].map((d) =>
    findInstant(d, 0, ZONE),
  )
  const [, , { rows }] = await sendTogether(client, () =>
    Promise.all([
      client.query('begin'),
      client.query(prepared(LOCK, [deviceId, me.id])),
      client.query<Facts>(prepared(FACTS, [deviceId, me.id, from, to, today, tomorrow, week, nextWeek])),
    ]),
  )
  const [facts] = rows
  if (!facts) throw new Error('whoever has a session has an account')
  return facts
}

interface Draft {
  reasons: ReturnType<typeof judgeBooking>
  seat: number | null
  state: BookingState
  totalFen: number
  quote: ReturnType<typeof makeQuote>
  due: Date | null
}
function judge(
  rules: Rules,
  facts: Facts,
  me: Person,
  wish: Wish,
  period: { from: Date; to: Date },
  now: Date,
): Draft {
  const { opening } = rules
  if (rules.askedForm || isStudent({ userType: facts.payerType, tier: facts.payerTier }))
    throw new Error('forms, and students who pay for themselves, are not part of this work')
  const { day } = findLocal(period.from, ZONE)
  const valid = rules.plans.filter((p) => (p.from ?? day) <= day && (p.to === null || day < p.to))
  const dated = valid.find((p) => p.basis !== 'per_sample') ?? valid[0]
  const plan = dated && { id: dated.id, version: dated.version, basis: dated.basis, rates: dated.rates }
  const minutes = (period.to.getTime() - period.from.getTime()) / 60_000
  const quote = makeQuote(plan, findTier(me, rules.deviceDeptId), { minutes, samples: 0 })
  const totalFen = quote?.totalFen ?? 0
  const steps = rules.steps({
    deviceId: wish.deviceId,
    labId: rules.labId,
    deptId: rules.labDeptId,
    userType: me.userType,
    amountFen: totalFen,
  })
  const asked = { kind: wish.kind, period, seat: null, payMode: 'post', fundCardId: null } as const
  const limited =
    opening && (opening.quotaDayMinutes ?? opening.quotaWeekMinutes ?? opening.quotaRunning) !== null
  const reasons = judgeBooking(
    asked,
    {
      device: rules,
      opening,
      schedule: { windows: rules.windows, exceptions: rules.exceptions, zone: ZONE },
      booker: me,
      qualification: facts.granted ? { validUntil: facts.validUntil } : null,
      payerKnown: true,
      experimenterKnown: true,
      taken: facts.taken,
      used: limited ? facts : null,
      quote,
      payerNamesCard: facts.payerId !== me.id,
      card: [],
      unpaid: null,
    },
    now,
  )
  const state = findNextState(null, {
    kind: wish.kind,
    payerIsBooker: facts.payerId === me.id,
    byCard: (opening?.fundCardRequired ?? false) && totalFen > 0,
    required: {
      payer: steps.payer.required,
      reviewer: steps.reviewer.required,
      director: steps.director.required,
    },
  })
  const step = approvalOfState[state]
  const hours = step ? steps[step].timeoutHours : null
  const due = hours === null ? null : addMinutes(now, hours * 60)
  return {
    reasons,
    seat: opening && chooseSeat(null, opening.capacity, facts.taken),
    state,
    totalFen,
    quote,
    due,
  }
}

async function turnDown(
  client: pg.PoolClient,
  rules: Rules,
  { deviceId }: Wish,
  period: { from: Date; to: Date },
  { reasons }: Draft,
  now: Date,
): Promise<Refused> {
  const { opening } = rules
  if (!opening) throw new Error('only what is open for booking is part of this work')
  const from = new Date(
    Math.max(addMinutes(now, opening.noticeMinutes).getTime(), addMinutes(period.from, -7 * 1440).getTime()),
  )
  const horizon = findInstant(addDays(findLocal(now, ZONE).day, opening.horizonDays + 1), 0, ZONE)
  const to = new Date(Math.min(horizon.getTime(), addMinutes(period.to, 14 * 1440).getTime()))
  const [{ rows }] = await sendTogether(client, () =>
    Promise.all([
      client.query<[number, number, number]>({
        ...prepared(AROUND, [deviceId, from, to]),
        rowMode: 'array',
      }),
      client.query('rollback'),
    ]),
  )
  const busy: Slot[] = rows.map(([seat, a, b]) => ({ seat, from: new Date(a), to: new Date(b) }))
  const alternatives = findNearestFree({
    wanted: period,
    open: findOpenIntervals({ windows: rules.windows, exceptions: rules.exceptions, zone: ZONE, from, to }),
    busy,
    seats: Array.from({ length: opening.capacity }, (_, i) => i + 1),
    gridMinutes: opening.gridMinutes,
    zone: ZONE,
    limit: 5,
  })
  const lead = reasons.find(({ code }) => code === 'OVERLAPS') ?? reasons[0]
  return new Refused(lead?.code === 'OVERLAPS' ? 409 : 400, {
    code: lead?.code ?? '',
    message: lead?.message ?? bookingRefusals.OVERLAPS,
    data: { alternatives: alternatives.map(showSlot) },
    reasons,
  })
}

interface About {
  me: Person
  wish: Wish
  period: { from: Date; to: Date }
  now: Date
  request: FastifyRequest
}
async function write(
  client: pg.PoolClient,
  rules: Rules,
  facts: Facts,
  { seat, state, totalFen, quote, due }: Draft,
  { me, wish, period, now, request }: About,
): Promise<number> {
  const news = {
    id: facts.id,
    kind: wish.kind,
    deviceId: wish.deviceId,
    deviceName: rules.deviceName,
    labId: rules.labId,
    bookerId: me.id,
    bookerName: me.name,
    experimenterId: me.id,
    payerId: facts.payerId,
    period,
    estimateFen: totalFen,
    quote: quote ?? { basis: null, rate: null },
  }
  const [tell] = wordNews(news, { event: 'create', from: null, to: state, reason: null }, ZONE)
  const step = approvalOfState[state]
  const [{ rowCount }] = await sendTogether(client, () =>
    Promise.all([
      client.query(
        prepared(WRITE, [
          facts.id,
          wish.deviceId,
          rules.labId,
          seat,
          state,
          now,
          period.from,
          me.id,
          facts.payerId,
          wish.purpose,
          wish.project ?? null,
          quote?.planId,
          quote && JSON.stringify(quote),
          totalFen,
          rules.labDeptId,
          facts.deptId,
          facts.userType,
          rules.versions.device,
          rules.versions.campus,
          me.name,
          request.id,
          tell ? JSON.stringify({ kind: 'booking', exceptUserId: me.id, ...tell }) : null,
          step ?? null,
          step ? ROLES[step] : null,
          `${me.name} ${wordWant(news, ZONE)}`,
          due,
          request.ip,
          period.to,
          me.username,
        ]),
      ),
      client.query('commit'),
    ]),
  )
  return rowCount ?? 0
}
