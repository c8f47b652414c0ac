import type { ReportKey } from '@portal/contract/finance-report/finance-report'
import type { Db } from '../../kernel/db.ts'
import * as cardStore from './card.store.ts'
import { byRecipient, dividedSources } from './dividing.action.ts'
import * as journal from './journal.store.ts'
import type { Line } from './month.store.ts'
import * as outstandingStore from './outstanding.store.ts'
import { nameKey } from './names.rules.ts'
import type { Period } from './period.rules.ts'

const EVERYTHING = { labIds: null, payerId: null, ownerId: null }
const ALL = { page: 0, size: 1_000_000 }
const TABLES = [
  'dept',
  'lab',
  'device',
  'payer',
  'payerDept',
  'fee',
  'way',
  'tier',
] as const satisfies readonly ReportKey[]
/** The reports that are frozen when a month is closed. */
export const KEPT_REPORTS = [
  'summary',
  ...TABLES,
  'card',
  'outstanding',
  'distribution',
  'recipient',
] as const
export type KeptReport = (typeof KEPT_REPORTS)[number]

/**
 * Whether a card began and ended with nothing: movements on such a card were not frozen in earlier months.
 */
export const wasNotKept = ({ figures }: Line): boolean =>
  ['openingFen', 'closingFen', 'topupFen', 'deductedFen'].every((name) => Reflect.get(figures, name) === 0)

/** All lines of a month's report, in the form in which they are frozen. */
export async function readLines(db: Db, report: KeptReport, period: Period): Promise<Line[]> {
  switch (report) {
    case 'summary': {
      const figures = await journal.sum(db, period, EVERYTHING)
      const { totalFen: outstandingFen } = await outstandingStore.sumOwed(db, period, EVERYTHING)
      const toRefundFen = await outstandingStore.toRefund(db, period.until, EVERYTHING)
      return [{ key: '', name: '合计', figures: { ...figures, outstandingFen, toRefundFen } }]
    }
    case 'card':
      return (await cardStore.cards(db, period, EVERYTHING, ALL)).rows.flatMap((c) => {
        const figures = {
          openingFen: c.openingFen,
          topupFen: c.topupFen,
          adjustFen: c.adjustFen,
          deductedFen: c.deductedFen,
          reversedFen: c.reversedFen,
          closingFen: c.closingFen,
          frozenFen: c.frozenFen,
        }
        // A card that did not exist yet has no balance and no movements.
        const isEmpty = Object.values(figures).every((fen) => fen === 0)
        return isEmpty ? [] : [{ key: String(c.id), name: `${c.number} ${c.name}`, figures }]
      })
    case 'outstanding': {
      const { rows } = await outstandingStore.sumPayers(db, period, EVERYTHING, ALL)
      return (await outstandingStore.namePayers(db, rows)).map(
        ({ id, name, orders, totalFen, d30, d90, d180, older }) => ({
          key: String(id),
          name,
          figures: { orders, totalFen, d30, d90, d180, older },
        }),
      )
    }
    case 'distribution':
      return (await dividedSources(db, period, EVERYTHING)).map((l) => ({
        key: `${l.deptId}:${l.labId}:${l.categoryId ?? ''}:${l.year}`,
        name: l.labName,
        figures: {
          amountFen: l.amountFen,
          central: l.central,
          college: l.college,
          lab: l.lab,
          operator: l.operator,
          parts: l.parts,
        },
      }))
    case 'recipient':
      return byRecipient(await dividedSources(db, period, EVERYTHING)).map(({ key, name, amountFen }) => ({
        key,
        name,
        figures: { amountFen },
      }))
    default: {
      const cut = { by: report, order: 'key', descending: false, ...ALL }
      const { rows } = await journal.table(db, period, EVERYTHING, {}, cut)
      return rows.map(({ key, name, serialId: _, lab: __, ...r }) => ({
        key: key ?? '',
        name: nameKey(report, key, name),
        figures: {
          billedFen: r.billedFen,
          lateBilledFen: r.lateBilledFen,
          receivedFen: r.receivedFen,
          reversedFen: r.reversedFen,
          lateFen: r.lateFen,
          netFen: r.netFen,
          refundedFen: r.refundedFen,
          writtenOffFen: r.writtenOffFen,
        },
      }))
    }
  }
}
