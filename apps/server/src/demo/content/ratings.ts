import type pg from 'pg'
import type { Frame } from '../campus/model.ts'

// Users' ratings of their uses: most are content, a few are not and say why, and two of five give none. Uses
// of the last days are still to be rated.

const RATINGS = `
  with used as (
    select b.id, b.experimenter_id as who, coalesce(b.finished_at, upper(b.period)) as ended,
      hashint8(b.id) & 1023 as luck
    from booking b join user_account u on u.id = b.experimenter_id and u.enabled
    where b.state in ('awaiting_test_order', 'done') and coalesce(b.finished_at, upper(b.period)) < $1::timestamptz - interval '6 days'
  ), said as (
    select id, who, ended + interval '1 hour' * (2 + luck % 60) as at,
      case when luck < 340 then 5 when luck < 560 then 4 when luck < 600 then 3 when luck < 611 then 2 else 1 end as score, luck
    from used where luck < 615
  )
  insert into use_rating (booking_id, user_id, score, words, rated_at, changed_at)
  select id, who, score, case
      when score = 5 and luck % 5 = 0 then (array['老师指导很耐心', '仪器状态很好，数据质量高', '预约和上机都很方便', '培训讲得清楚'])[1 + luck % 4]
      when score = 4 and luck % 4 = 0 then (array['整体不错，排队时间稍长', '样品台有些紧', '软件版本可以更新了'])[1 + luck % 3]
      when score = 3 then (array['等待时间较长', '环境温度偏高，图像有漂移'])[1 + luck % 2]
      when score = 2 then '束流不稳，中途重新合轴两次'
      when score = 1 then '上一位使用者超时半小时，没有人处理' end,
    least(at, $1), least(at, $1)
  from said`

/** Call after the indexes of bookings are built: each rating looks up its use. */
export async function fillRatings(client: pg.Client, { now }: Frame): Promise<void> {
  await client.query(RATINGS, [now])
}
