import { addDays, addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { castCards, type CastName } from '../cast.ts'
import { Random } from '../random.ts'
import { castId } from './labs.ts'
import type { Card, Frame, User } from './model.ts'

const YUAN = 100
const names = [
  '国家自然科学基金面上项目',
  '国家自然科学基金青年项目',
  '国家重点研发计划课题',
  '省自然科学基金',
  '横向技术开发合同',
  '学科建设经费',
  '课题组运行费',
  '博士后科研资助',
]

type Grant = Card['grants'][number]
const grant = (userId: number, perUseYuan: number | null = null, totalYuan: number | null = null): Grant => ({
  userId,
  perUseLimitFen: perUseYuan && perUseYuan * YUAN,
  totalLimitFen: totalYuan && totalYuan * YUAN,
})
/** By key of `castCards`: the people to whom the owner lends the card. */
const castGrants: Record<keyof typeof castCards, readonly Grant[]> = {
  authorised: [
    grant(castId('payer')),
    grant(castId('booker'), 5000, 50_000),
    grant(castId('requester'), null, 200_000),
  ],
  ownersOnly: [],
  payers: [],
  empty: [],
}

/**
 * Teachers' cards: one or two each, some lent to students or colleagues. Balances follow from the ledger (see
 * ledger.ts).
 */
export async function fillCards(copier: Copier, frame: Frame, people: readonly User[]): Promise<Card[]> {
  const random = new Random('cards')
  const cardRows = copier.table('fund_card', [
    'id',
    'number',
    'name',
    'project_code',
    'owner_id',
    'dept_id',
    'valid_from',
    'valid_to',
    'enabled',
    'remark',
    'created_at',
  ])
  const grantRows = copier.table('fund_card_user', [
    'card_id',
    'user_id',
    'per_use_limit_fen',
    'total_limit_fen',
    'created_at',
  ])
  const studentsOf = Map.groupBy(
    people.filter((p) => p.supervisorId !== null && !p.cast),
    (p) => p.supervisorId,
  )
  const teachers = people.filter((p) => p.role === 'teacher' && !p.cast)
  const cards: Card[] = []
  const createdAt = addMinutes(frame.now, -450 * 1440)

  const add = (card: Omit<Card, 'id'>, name: string) => {
    const id = cards.push({ id: cards.length + 1, ...card })
    cardRows.add({
      id,
      number: card.number,
      name,
      project_code: `PRJ${2_600_000 + id}`,
      owner_id: card.ownerId,
      dept_id: card.deptId,
      valid_from: addDays(frame.today, -460),
      valid_to: card.cast || random.chance(0.8) ? addDays(frame.today, random.int(300, 1200)) : null,
      enabled: true,
      remark: null,
      created_at: createdAt,
    })
    for (const g of card.grants)
      grantRows.add({
        card_id: id,
        user_id: g.userId,
        per_use_limit_fen: g.perUseLimitFen,
        total_limit_fen: g.totalLimitFen,
        created_at: createdAt,
      })
  }
  for (const [key, { number, name, owner }] of Object.entries(castCards) as [
    keyof typeof castCards,
    { number: string; name: string; owner: CastName },
  ][]) {
    const ownerId = castId(owner)
    add(
      { number, ownerId, deptId: people[ownerId - 1]?.deptId ?? null, grants: castGrants[key], cast: true },
      name,
    )
  }
  for (const teacher of teachers) {
    for (let n = random.chance(0.35) ? 2 : 1; n > 0; n--) {
      const students = random.chance(0.4) ? random.some(studentsOf.get(teacher.id) ?? [], 2) : []
      const colleagues = random.chance(0.15) ? [random.pick(teachers)].filter((c) => c.id !== teacher.id) : []
      const grants = [
        ...students.map((s) => grant(s.id, random.pick([null, 3000, 10_000]))),
        ...colleagues.map((c) => grant(c.id)),
      ]
      add(
        {
          number: `JF${String(2_030_000 + cards.length)}`,
          ownerId: teacher.id,
          deptId: teacher.deptId,
          grants,
          cast: false,
        },
        random.pick(names),
      )
      await copier.flushFull()
    }
  }
  await copier.flush()
  return cards
}
