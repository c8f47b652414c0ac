import type pg from 'pg'

// Saved views of statistics, some shared with colleagues. None is sent by mail: a portal with a mail server
// configured later must not write to invented people.

const VIEWS = `
  insert into statistic_view (owner_id, name, screen, params, scope, shared, created_at, updated_at)
  select u.id, v.name, v.screen, v.params::jsonb || jsonb_build_object('scope', v.scope), v.scope, v.shared,
    $1, $1
  from (values
    ('director', '本学年各仪器机时与收入', 'pivot',
      '{"row":"device","column":"month","measures":"workingMinutes,incomeFen"}', 'lab', true),
    ('director', '一周里什么时候最忙', 'pivot', '{"row":"weekday","column":"hour","measures":"uses"}', 'lab', true),
    ('director', '校外服务', 'pivot', '{"row":"device","measures":"uses,workingMinutes,incomeFen","only":"tier:company"}', 'lab', false),
    ('depthead', '本单位各实验室', 'lab', '{"period":"schoolYear"}', 'dept', false),
    ('equipoffice', '各单位教学科研机时', 'pivot', '{"row":"dept","column":"nature","measures":"workingMinutes"}',
      'all', true),
    ('equipoffice', '本学年未使用的仪器', 'device', '{"idle":"true"}', 'all', true),
    ('finance', '各课题组费用', 'pivot', '{"row":"group","measures":"uses,incomeFen"}', 'all', false)
  ) v (username, name, screen, params, scope, shared)
  join user_account u on u.username = v.username`
const HALL = `update hall_setting set enabled = true, updated_at = $1`

export async function fillViews(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(VIEWS, [now])
  await client.query(HALL, [now])
}
