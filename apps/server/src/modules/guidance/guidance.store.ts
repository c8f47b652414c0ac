import type { Guidance } from '@portal/contract/guidance/guidance'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

const FIRST = 10
// A few dozen rows, written by hand: no index would be faster. What fits the title comes first.
const SEARCH = `select id, title, body, link from guidance
  where $1::text is null or position(lower($1) in lower(title || ' ' || body || ' ' || search_text)) > 0
  order by position(lower(coalesce($1, '')) in lower(title)) = 0, id limit $2`
export const search = (ctx: Ctx, keyword: string | undefined) => run<Guidance>(ctx.db, SEARCH, [keyword ?? null, FIRST])
