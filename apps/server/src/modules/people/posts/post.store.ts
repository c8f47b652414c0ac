import type { Ctx } from '../../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../../kernel/fixed-list.store.ts'
import type { Sought } from '../../../kernel/search.rules.ts'

export interface PostRecord {
  id: number
  code: string
  name: string
  description: string | null
  sort: number
  enabled: boolean
  holders: number
}
const POST = `p.id, p.code, p.name, p.description, p.sort, p.enabled,
    (select count(*) from user_post up join user_account u on u.id = up.user_id and u.enabled
      where up.post_id = p.id) as holders`
/** All posts: some dozens of rows. */
const POSTS = defineShortList(2, {
  as: 'p',
  row: POST,
  from: 'post p',
  where: `($1::text is null
      or position(lower($1) in lower(p.name || ' ' || p.code || ' ' || coalesce(p.description, ''))) > 0)
    and ($2::boolean is null or p.enabled = $2)`,
  order: 'p.sort, p.id',
})
export const listPosts = (
  db: Db,
  keyword: string | null,
  enabled: boolean | null,
  page: { page: number; size: number },
) => readShortPage<PostRecord>(db, POSTS, [keyword, enabled], page)
export const isOpen = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, 'select from post where id = $1 and enabled', [id])).length > 0
export const listOpen = (db: Db) =>
  run<{ id: number; code: string; name: string }>(
    db,
    'select id, code, name from post where enabled order by sort, id limit 500',
    [],
  )
export const find = async (db: Db, codeOrId: string): Promise<PostRecord | undefined> =>
  (
    await run<PostRecord>(
      db,
      `select ${POST} from post p where p.code = $1 or p.id::text = $1 order by p.code = $1 desc limit 1`,
      [codeOrId],
    )
  )[0]

export const findCode = async (db: Db, id: number): Promise<string | undefined> =>
  (await run<{ code: string }>(db, 'select code from post where id = $1', [id]))[0]?.code

export interface PostValues {
  code: string
  name: string
  description: string | null
  sort: number
  enabled: boolean
}
const ADD = `insert into post (code, name, description, sort, enabled, created_at)
  values ($1, $2, $3, $4, $5, $6) returning id`
export const add = async (ctx: Ctx, v: PostValues): Promise<number> =>
  (await runOne<{ id: number }>(ctx.db, ADD, [v.code, v.name, v.description, v.sort, v.enabled, ctx.now])).id
const CHANGE =
  'update post set code = $2, name = $3, description = $4, sort = $5, enabled = $6 where id = $1 returning id'
export const change = async (ctx: Ctx, id: number, v: PostValues): Promise<boolean> =>
  (await run(ctx.db, CHANGE, [id, v.code, v.name, v.description, v.sort, v.enabled])).length > 0
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from post where id = $1 returning id', [id])).length > 0

// ── who holds them ─────────────────────────────────────────────────────────

export interface UserPostRecord {
  id: number
  user: { id: number; name: string; username: string; enabled: boolean }
  post: { id: number; name: string }
  dept: { id: number; name: string }
  since: string | null
  note: string | null
}
const USER_POST = `up.id, json_build_object('id', u.id, 'name', u.name, 'username', u.username,
    'enabled', u.enabled) as user,
  json_build_object('id', p.id, 'name', p.name) as post,
  json_build_object('id', d.id, 'name', d.name) as dept, up.since, up.note`
const HOLDING = `join user_account u on u.id = up.user_id join post p on p.id = up.post_id
  join dept d on d.id = up.dept_id`
const HELD = defineShortList(4, {
  as: 'up',
  row: USER_POST,
  from: `user_post up ${HOLDING}`,
  joins: HOLDING,
  where: `($1::int8 is null or up.post_id = $1) and ($2::int8 is null or up.dept_id = $2)
    and ($3::text[] is null or (u.search_grams @> $3 and u.search_text like all ($4::text[])))`,
  order: 'p.sort, p.id, d.sort, d.id, up.id',
})
export interface Held {
  postId: number | null
  deptId: number | null
  sought: Sought | null
}
export const listHeld = (db: Db, f: Held, page: { page: number; size: number }) =>
  readShortPage<UserPostRecord>(
    db,
    HELD,
    [f.postId, f.deptId, f.sought?.grams ?? null, f.sought?.recheck ?? []],
    page,
  )

export interface UserPostValues {
  userId: number
  postId: number
  deptId: number
  since: string | null
  note: string | null
}
const ADD_HELD = `insert into user_post (user_id, post_id, dept_id, since, note, created_at)
  select $1, $2, $3, $4, $5, $6
  where exists (select from user_account where id = $1 and enabled)
    and exists (select from post where id = $2 and enabled) returning id`
/** Undefined if the person or the post is closed. */
export const addHeld = async (ctx: Ctx, v: UserPostValues): Promise<number | undefined> =>
  (await run<{ id: number }>(ctx.db, ADD_HELD, [v.userId, v.postId, v.deptId, v.since, v.note, ctx.now]))[0]
    ?.id
export const findHeld = async (db: Db, id: number): Promise<{ userId: number; postId: number } | undefined> =>
  (
    await run<{ userId: number; postId: number }>(
      db,
      'select user_id as "userId", post_id as "postId" from user_post where id = $1',
      [id],
    )
  )[0]
const CHANGE_HELD = `update user_post set user_id = $2, post_id = $3, dept_id = $4, since = $5, note = $6
  where id = $1 and (user_id = $2 or exists (select from user_account where id = $2 and enabled))
    and (post_id = $3 or exists (select from post where id = $3 and enabled)) returning id`
/** False if the person or the post is closed, unless the row had that person or post before. */
export const changeHeld = async (ctx: Ctx, id: number, v: UserPostValues): Promise<boolean> =>
  (await run(ctx.db, CHANGE_HELD, [id, v.userId, v.postId, v.deptId, v.since, v.note])).length > 0
export const removeHeld = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from user_post where id = $1 returning id', [id])).length > 0
