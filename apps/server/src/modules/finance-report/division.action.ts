import { defineCache, type Asker } from '../../kernel/cache.ts'
import type { Db } from '../../kernel/db.ts'
import {
  byRecipient,
  divideSources,
  joinRecipients,
  readRules,
  sumLines,
  type DividedSource,
  type Recipients,
  type Rules,
} from './dividing.action.ts'
import { readMonthStates } from './fold.store.ts'
import type { Within } from './journal.store.ts'
import { cutMonths, type Period } from './period.rules.ts'
import { sources } from './share.store.ts'

// Each line of a division belongs to one month, and a new entry changes its own month only. So divisions are
// cached by month, and a period is put together from its months (decision 112).

export interface Division {
  lines: DividedSource[]
  sum: ReturnType<typeof sumLines>
  received: Recipients[]
}
const DAY = 86_400
const months = defineCache<Division>({
  name: 'finance-division-months',
  title: '分月收入分配',
  tables: [],
  seconds: DAY,
  // The longest possible period, eleven years, and a few periods that end within a month.
  max: 140,
})

const divideLines = (lines: DividedSource[]): Division => ({
  lines,
  sum: sumLines(lines),
  received: byRecipient(lines),
})

/**
 * Divides a period month by month. `stamp` changes when anything
 * but the journal changes that the lines are divided by.
 */
export async function divideByMonth(
  asker: Asker,
  period: Period,
  w: Within,
  stamp: string,
): Promise<Division> {
  const { db } = asker
  let known: Promise<Rules> | undefined
  const read = async (from: Db, part: Period): Promise<Division> => {
    known ??= readRules(from)
    return divideLines(divideSources(await sources(from, part, w), await known))
  }
  // For one payer the whole period is read from the journal
  // by the payer's own entries, however many months it has.
  if (w.payerId !== null) return read(db, period)
  const states = await readMonthStates(db, period)
  const parts: Division[] = []
  for (const part of cutMonths(period)) {
    const state = states.get(part.days.from.slice(0, 7))
    if (state === undefined) continue
    const key = JSON.stringify([part.days, part.zone, state, stamp, w])
    parts.push(await months.get(asker, key, (from) => read(from, part)))
  }
  return {
    lines: parts.flatMap((p) => p.lines),
    sum: sumLines(parts.map((p) => p.sum)),
    received: joinRecipients(parts.map((p) => p.received)),
  }
}
