import { approvalSteps, businesses, waitingWord } from '@portal/contract/approval/approval'
import type pg from 'pg'

// Messages of the last days, as the modules would have written them: about waiting tasks, and about the
// outcome of requests.

const cases = businesses
  .flatMap((b) => Object.keys(approvalSteps[b]).map((s) => `when '${b}.${s}' then '${waitingWord(b, s)}'`))
  .join(' ')
const WORD = `(case t.business || '.' || t.step ${cases} else '待办理' end)`
const WAITING = `
  insert into message (user_id, kind, title, body, link, read_at, created_at)
  select who.id, t.business, ${WORD} || '：' || t.title, '有一项事项等待您处理，请及时办理。', '/account/audit-list',
    case when t.created_at < $1::timestamptz - interval '2 days' then t.created_at + interval '3 hours' end,
      t.created_at
  from approval_task t
  cross join lateral (
    select t.user_id as id where t.role = 'person'
    union select r.user_id from device_reviewer r where t.role = 'reviewer' and r.lab_id = t.lab_id
    union select m.user_id from lab_member m where t.role = 'lab_director' and m.lab_id = t.lab_id
      and m.role = 'lab_director') who
  where t.state = 'waiting' and t.step <> 'fill' and who.id is distinct from t.requester_id
  order by t.created_at`

const WORDS = `('approve', '预约审核通过', '您的预约已通过一步审核，可在预约详情查看进度。'), ('refuse', '预约被驳回', '您的预约被驳回，原因：'),
  ('revoke', '预约被撤销', '您的预约被实验室撤销，原因：'), ('miss', '预约记为爽约', '您未在规定时间内开始使用，已记一次违约。'), ('expire', '预约已过期', '您的预约在开始前未完成审核，已失效。')`
const OUTCOMES = `
  insert into message (user_id, kind, title, body, link, read_at, created_at)
  select b.booker_id, 'booking', w.title || '：' || d.name, w.body || coalesce(f.reason, ''),
    '/appointment/orderDetail?id=' || b.id,
    case when f.at < $1::timestamptz - interval '2 days' then f.at + interval '3 hours' end, f.at
  from flow_log f join booking b on f.business = 'booking' and b.id = f.row_id
    join device d on d.id = b.device_id
  join (values ${WORDS}) as w (event, title, body) on w.event = f.event
  where f.at > $1::timestamptz - interval '10 days' and b.created_at > $1::timestamptz - interval '40 days'
  order by f.at`

/** Limited, because a large campus would have millions. */
export async function fillMessages(client: pg.Client, now: Date): Promise<void> {
  await client.query(`${WAITING} limit 20000`, [now])
  await client.query(`${OUTCOMES} limit 20000`, [now])
}

const FAVORITES = `
  insert into favorite (user_id, kind, target_id)
  select u.id, 'device', d.id from user_account u join device d on d.shared
    and (d.id <= 3 or d.id % 97 = u.id % 97)
  where u.id <= $1 and d.id <= 600 order by 1, 3`
/** Favourites of the cast: the first instruments and some others. */
export const fillFavorites = (client: pg.Client, lastCastId: number) => client.query(FAVORITES, [lastCastId])
