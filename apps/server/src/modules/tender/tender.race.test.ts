import { tenderCalls } from '@portal/contract/tender/calls'
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UPLOADS_AT_ONCE } from '../../kernel/in-progress.ts'
import { runJob } from '../../kernel/jobs.ts'
import { tenderWorld, type Company } from '../../testing/tenders.ts'
import { tenderJobs } from './tender.jobs.ts'

const { world, s, at } = await tenderWorld({ poolMax: 16 })
const [job] = tenderJobs

test('in the very second of closing: who was told yes is in, who was told no is not, and nobody is told anything else', async () => {
  const companies: Company[] = []
  for (let i = 0; i < 12; i++) companies.push(await s.company(`第 ${i} 家`))
  const { tenderId } = await s.inTime((opensInMs) => s.announced({ opensInMs, invited: companies }), 4000)
  const [row] = await world.sql<{ opensAt: Date }>('select opens_at as "opensAt" from tender where id = $1', [
    tenderId,
  ])
  const left = (row?.opensAt.getTime() ?? 0) - Date.now()
  const inTime = async (ms: number, work: () => Promise<unknown>) => (
    await sleep(Math.max(0, left + ms)),
    work()
  )
  const answers = companies.map((company, i) =>
    inTime(-150 + i * 25, () => s.quote(company, tenderId)).then(
      (a) => [company.id, (a as { status: number }).status] as const,
    ),
  )
  // Two clerks and the job try to open it at the same moment, again and again until it works.
  const openings = [s.office, s.office2].map(async (who) => {
    const seen: string[] = []
    for (let i = 0; i < 60; i++) {
      const answer = await inTime(0, () => world.send(who, tenderCalls.open, at(tenderId)))
      const { status, code } = answer as { status: number; code: string | number }
      seen.push(String(status === 200 ? 'opened' : code))
      if (code !== 'NOT_YET') break
      await sleep(5)
    }
    return seen.at(-1)
  })
  const told = new Map(await Promise.all(answers))
  const outcome = await Promise.all(openings)
  expect(outcome.filter((o) => o === 'opened')).toHaveLength(1)
  expect([...told.values()].every((status) => status === 200 || status === 409)).toBe(true)
  const opened = (await world.ok(s.office, tenderCalls.get, at(tenderId))).opened.map((q) => q.supplier.id)
  expect(opened.toSorted()).toEqual(
    [...told]
      .filter(([, status]) => status === 200)
      .map(([id]) => id)
      .toSorted(),
  )
  expect(await world.sql('select message, stack from exception_log')).toEqual([])
})

test('quoting, replacing and withdrawing in any order, at once: one quotation a supplier, and the last word counts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ who: fc.constantFrom(0, 1, 2), what: fc.constantFrom('quote', 'replace', 'withdraw') }),
        { minLength: 1, maxLength: 10 },
      ),
      async (steps) => {
        const { tenderId } = await s.announced()
        const companies = [s.a, s.b, s.c]
        const answers = await Promise.all(
          steps.map(({ who, what }, i) => {
            const company = companies[who] ?? s.a
            if (what === 'withdraw') return world.send(company.person, tenderCalls.withdraw, at(tenderId))
            return s.quote(company, tenderId, { amountFen: 300_000_00 + i * 3, replace: what === 'replace' })
          }),
        )
        const sending = (who: number) =>
          steps.filter((step) => step.who === who && step.what !== 'withdraw').length
        // A person may have three uploads at once; further ones are refused with 429.
        for (const [i, { status }] of answers.entries())
          expect(sending(steps[i]?.who ?? 0) > UPLOADS_AT_ONCE ? [200, 409, 429] : [200, 409]).toContain(
            status,
          )
        const live = await world.sql<{ supplier: number; n: number }>(
          'select supplier_id as supplier, count(*) as n from quotation where tender_id = $1 and withdrawn_at is null group by 1',
          [tenderId],
        )
        expect(live.every((l) => l.n === 1)).toBe(true)
        const logged = await world.sql<{ event: string }>(
          `select event from flow_log where business = 'tender' and row_id = $1 and event in ('quote', 'withdraw_quote')`,
          [tenderId],
        )
        expect(logged).toHaveLength(answers.filter((a) => a.status === 200).length)
      },
    ),
    { numRuns: 8 },
  )
})

test('two clerks award at once: one does, the other is told who was first', async () => {
  const { tenderId, purchaseId } = await s.opened()
  const { opened } = await s.concluded(tenderId)
  const answers = await Promise.all(
    [s.office, s.office2].map((who, i) =>
      world.send(who, tenderCalls.award, {
        ...at(tenderId),
        body: { quotationId: opened[i]?.id ?? 0, reason: '综合评审' },
      }),
    ),
  )
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409])
  const winner = answers.find((a) => a.status === 200)
  const [purchase] = await world.sql<{ fen: number }>('select award_fen as fen from purchase where id = $1', [
    purchaseId,
  ])
  expect(purchase?.fen).toBe(winner?.data.result?.amountFen)
  expect(
    await world.sql(`select 1 from flow_log where business = 'tender' and row_id = $1 and event = 'award'`, [
      tenderId,
    ]),
  ).toHaveLength(1)
})

test('all sign at once, and the last of them knows that he is', async () => {
  const { tenderId } = await s.opened()
  await s.committee(tenderId)
  const answers = await Promise.all([...s.experts, ...s.experts].map((who) => s.sign(who, tenderId)))
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409, 409, 409, 409])
  expect(
    await world.sql(
      `select 1 from outbox where payload->>'title' = '评审意见已全部签署' and payload->>'link' like $1`,
      [`%=${tenderId}`],
    ),
  ).toHaveLength(1)
  const conclusions = await Promise.all(
    [s.office, s.office2].map((who) =>
      world.send(who, tenderCalls.conclude, { ...at(tenderId), body: { summary: '推荐' } }),
    ),
  )
  expect(conclusions.map((a) => a.status).toSorted()).toEqual([200, 409])
})

test('the job opens what is due, each by itself, and nothing before its time', async () => {
  if (!job) throw new Error('there is one')
  const quote = async (tenderId: number) => expect((await s.quote(s.a, tenderId)).status).toBe(200)
  const listStates = async (tenders: readonly { tenderId: number }[]) => {
    const ids = tenders.map((t) => t.tenderId)
    return (
      await world.sql<{ state: string }>(
        'select state from tender where id = any($1::int8[]) order by array_position($1::int8[], id)',
        [ids],
      )
    ).map((r) => r.state)
  }
  const later = await s.announced()
  await quote(later.tenderId)
  const due = await s.inTime(async (opensInMs) => {
    const made = [await s.announced({ opensInMs }), await s.announced({ opensInMs })]
    for (const { tenderId } of made) await quote(tenderId)
    await runJob(world.app.deps, job)
    expect(await listStates(made)).toEqual(['announced', 'announced'])
    return made
  }, 3000)
  for (const { tenderId } of due) await s.untilDue(tenderId)
  // Several servers at once.
  await Promise.all([runJob(world.app.deps, job), runJob(world.app.deps, job)])
  expect(await listStates([...due, later])).toEqual(['opened', 'opened', 'announced'])
  expect((await world.ok(s.office, tenderCalls.get, at(due[0]?.tenderId ?? 0))).history.at(-1)).toMatchObject(
    { event: 'open', who: '系统' },
  )
  expect(await world.sql('select message, stack from exception_log')).toEqual([])
})
