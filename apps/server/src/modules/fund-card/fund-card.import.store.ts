import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Named } from '../bulk/lookup.rules.ts'
import type { CardChanged } from './fund-card.store.ts'

export interface ImportedValues {
  name: string
  projectCode: string | null
  ownerId: number
  deptId: number | null
  creditFen: number
  validFrom: string | null
  validTo: string | null
  remark: string | null
}
export interface KnownCard extends ImportedValues {
  id: number
  number: string
  ownerName: string
  deptName: string | null
  balanceFen: number
  frozenFen: number
}
const BY_NUMBER = `select c.id, c.number, c.name, c.project_code as "projectCode", c.owner_id as "ownerId",
    o.name as "ownerName", c.dept_id as "deptId", d.name as "deptName",
    c.balance_fen as "balanceFen", c.frozen_fen as "frozenFen", c.credit_fen as "creditFen",
    c.valid_from as "validFrom", c.valid_to as "validTo", c.remark
  from fund_card c join user_account o on o.id = c.owner_id left join dept d on d.id = c.dept_id
  where c.number = any ($1)`
export const findByNumber = (db: Db, numbers: readonly string[]) => run<KnownCard>(db, BY_NUMBER, [numbers])

export interface ImportedOwner {
  id: number
  name: string
  enabled: boolean
}
const PEOPLE = `select id, username, name, enabled from user_account where username = any ($1)`
export const findPeople = (db: Db, usernames: readonly string[]) =>
  run<ImportedOwner & { username: string }>(db, PEOPLE, [usernames])

const DEPTS = 'select id, code, name, enabled from dept where code = any ($1) or name = any ($1) order by id'
export const findDepts = (db: Db, words: readonly string[]) => run<Named>(db, DEPTS, [words])

const RECORDS = `jsonb_to_recordset($1::jsonb) r (id int8, number text, name text, "projectCode" text,
    "ownerId" int8, "deptId" int8, "creditFen" int8, "balanceFen" int8,
  "validFrom" date, "validTo" date, remark text)`

// A new card's balance is also written as a top-up, so that the ledger explains every balance.
const ADD_ALL = `with rows as (select * from ${RECORDS}), added as (
    insert into fund_card (number, name, project_code, owner_id, dept_id, balance_fen, credit_fen, valid_from,
      valid_to, remark, created_at)
    select number, name, "projectCode", "ownerId", "deptId", "balanceFen", "creditFen", "validFrom",
      "validTo", remark, $2 from rows returning id, balance_fen)
  insert into ledger_entry (card_id, kind, balance_delta_fen, frozen_delta_fen, balance_after_fen,
    frozen_after_fen, business, row_id, part, user_id, note, at, request_id)
  select id, 'topup', balance_fen, 0, balance_fen, 0, 'movement', nextval('fund_card_movement'), 0, $3,
    '导入初始余额', $2, $4 from added where balance_fen > 0`
export async function addAll(
  ctx: Ctx,
  cards: readonly (ImportedValues & { number: string; balanceFen: number })[],
): Promise<void> {
  if (cards.length)
    await run(ctx.db, ADD_ALL, [JSON.stringify(cards), ctx.now, ctx.actor?.id ?? null, ctx.requestId])
}

const CHANGE_ALL = `update fund_card c set name = r.name, project_code = r."projectCode",
    owner_id = r."ownerId", dept_id = r."deptId", credit_fen = r."creditFen",
    valid_from = r."validFrom", valid_to = r."validTo", remark = r.remark
  from ${RECORDS} where c.id = r.id
  returning c.id, new.owner_id as "ownerId", old.owner_id as "formerId"`
export async function changeAll(
  ctx: Ctx,
  cards: readonly (ImportedValues & { id: number; number: string })[],
): Promise<CardChanged[]> {
  return cards.length ? run<CardChanged>(ctx.db, CHANGE_ALL, [JSON.stringify(cards)]) : []
}
