import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bookingCalls } from '@portal/contract/booking/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, openLab } from './testing/open-lab.ts'
import { createProcurement } from './testing/procurement.ts'
import { createScene } from './testing/scene.ts'
import { filesVisited } from './testing/visits.ts'
import { createWorld, type World } from './testing/world.ts'

// docs/walk.md follows three values through the server, file by file; the test compares it
// with the files that ran.

let world: World
beforeEach(async () => {
  world = await createWorld()
  world.app.deps.posted = () => {} // or messages of one call would be delivered during the next
})
afterEach(() => world.close())

const page = readFileSync(new URL('../../../docs/walk.md', import.meta.url), 'utf8')
const root = fileURLToPath(new URL('../../..', import.meta.url))
const server = 'apps/server/src'
const roots = { web: 'apps/web/src', contract: 'packages/contract/src', modules: `${server}/modules` }
/** Finds a file that the page names: in the folder of the file before, in the kernel, or from the root. */
function findPlace(named: string, before: string): string | undefined {
  const [first = ''] = named.split('/')
  const short = Object.entries(roots).find(([name]) => name === first)
  const places = short
    ? [join(short[1], named.slice(first.length))]
    : [join(dirname(before), named), join(server, 'kernel', named), named]
  return places.find((path) => existsSync(join(root, path)))
}

test('every file that the page names is there', () => {
  const named = [...page.matchAll(/`([\w/.-]+\.tsx?)`/g)].map((m) => m[1] ?? '')
  expect(named.length).toBeGreaterThan(60)
  let before = ''
  const missing = named.filter((file) => {
    const place = findPlace(file, before)
    before = place ?? before
    return place === undefined
  })
  expect(missing).toEqual([])
})

/** The modules' files that a section of the page names, each once. */
function namedUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading))
  const named = [...(section ?? '').matchAll(/`(modules\/[\w/.-]+\.ts)`/g)].map((m) => m[1] ?? '')
  expect(named.length, `${heading}: each file once`).toBe(new Set(named).size)
  return named.toSorted()
}
const everyCall = new Set(namedUnder('What every call passes'))

/** The first call fills the caches; both calls together must run exactly the named files. */
async function expectWalk(heading: string, call: () => Promise<unknown>): Promise<void> {
  const visited = await filesVisited(async () => {
    await call()
    await call()
  })
  // A process reports its caches when another one asks, which is not part of the call.
  const isOwn = (file: string) => file.startsWith('modules/') && !file.startsWith('modules/monitor/')
  const ownFiles = visited.filter((file) => isOwn(file) && !everyCall.has(file))
  expect(ownFiles).toEqual(namedUnder(heading))
}

test('a booking', async () => {
  const lab = await openLab(world)
  let hour = 8
  await expectWalk('A slot, into a booking', () => {
    const [startAt, endAt] = [at(3, ++hour), at(3, hour + 1)]
    const body = {
      deviceId: lab.deviceId,
      kind: 'self_operated',
      startAt,
      endAt,
      purpose: '测试',
      payMode: 'post',
    } as const
    return world.ok(lab.booker, bookingCalls.create, { body })
  })
})

test('a deduction', async () => {
  const s = await createScene(world)
  const cardId = await s.card(s.payer, 100_000)
  const made = async () => {
    const testOrderIds = [await s.confirmed()]
    const shares = [{ cardId, amountFen: 12_000 }]
    return world.ok(s.payer, settlementCalls.create, { body: { testOrderIds, way: 'fund_card', shares } })
  }
  const waiting = [await made(), await made()]
  await expectWalk('An amount, off a fund card', () => {
    const items = [{ id: waiting.shift()?.id ?? 0, state: 'awaiting_finance' as const }]
    return world.ok(s.finance, settlementCalls.audit, { body: { items, verdict: 'approve', reason: null } })
  })
})

test('a price', async () => {
  const p = await createProcurement(world)
  await expectWalk('A price, into a purchase and back', async () => {
    const { id } = await p.draft()
    await world.ok(p.requester, purchaseCalls.get, { params: { id } })
  })
})
