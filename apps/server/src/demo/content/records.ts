import type pg from 'pg'
import { castLab } from '../cast.ts'

// Records of instruments: results, training, breakdowns and locations.

const ACHIEVEMENTS = `
  with said (device, kind, level, title, people, source, number, ago) as (values
    (1, 'paper', 'indexed', '高熵合金中纳米析出相的形貌演化', '陈志远、林晓雨', 'Acta Materialia', '10.1016/j.actamat.2025.120431',
      120),
    (1, 'paper', 'core', '镁合金腐蚀产物膜的扫描电镜研究', '吴子涵、陈志远', '金属学报', '2025, 61(3): 415–424', 210),
    (1, 'patent', 'teacher', '一种用于电镜观察的低温样品台', '孙立群、赵文博', '国家知识产权局', 'ZL202410123456.7', 260),
    (1, 'project', 'national', '轻质合金微结构与服役行为', '许国华', '国家自然科学基金', '52371001', 380),
    (2, 'paper', 'indexed', '层状氧化物正极的原子尺度相变', '许国华、林晓雨', 'Nano Letters', '10.1021/acs.nanolett.5c01234', 90),
    (2, 'award', 'provincial', '能源材料显微结构表征平台', '孙立群等', '省人民政府', '2024-2-118', 300),
    (3, 'paper', 'indexed', '活细胞线粒体动态的三维成像', '何静、周敏', 'Cell Reports', '10.1016/j.celrep.2025.115210', 75),
    (3, 'book', null, '共聚焦显微技术实验教程', '何静', '科学出版社', '978-7-03-075512-3', 420),
    (4, 'project', 'provincial', '聚焦离子束制样方法标准化', '赵文博', '省科技厅', 'BK20250114', 330)
  ), made as (
    insert into device_achievement (kind, level, title, people, source, number, number_key, achieved_on,
      created_by, created_at, updated_at)
    select r.kind, r.level, r.title, r.people, r.source, r.number,
      case when r.number like '10.%' then lower(r.number) end,
      $1::date - r.ago, u.id, $1, $1
    from said r join device d on d.id = r.device join user_account u on u.username = 'labadmin'
    returning id, title, created_by
  )
  insert into achievement_device (achievement_id, device_id, thanked, state, judged_by, judged_at)
  select m.id, r.device, r.kind = 'paper', 'confirmed', m.created_by, $1 from made m
    join said r on r.title = m.title`

const TEACHINGS = `
  insert into device_teaching (device_id, kind, title, teacher, held_on, minutes, mastery, students, teachers,
    others, remark, created_by, created_at, updated_at)
  select d.id, r.kind, r.title, r.teacher, $1::date - r.ago, r.minutes, r.mastery, r.students, r.teachers,
    r.others, r.remark, u.id, $1, $1
  from (values
    (1, 'course', '材料分析测试方法（实验）', '孙立群', 40, 480, 'guided', 36, 0, 0, '分 6 组，每组 80 分钟'),
    (1, 'training', '扫描电镜上机培训（第 8 期）', '赵文博', 25, 360, 'independent', 12, 2, 0, '通过考核 11 人'),
    (1, 'visit', '校园开放日参观', '何静', 150, 120, 'shown', 0, 0, 45, null),
    (2, 'thesis', '硕士学位论文：析出相的透射电镜表征', '许国华', 60, 1440, 'guided', 1, 0, 0, null),
    (3, 'course', '细胞生物学实验', '何静', 33, 600, 'guided', 48, 0, 0, null),
    (4, 'innovation', '大学生创新训练：微纳结构加工', '孙立群', 95, 720, 'independent', 5, 0, 0, '省级项目')
  ) as r (device, kind, title, teacher, ago, minutes, mastery, students, teachers, others, remark)
  join device d on d.id = r.device join user_account u on u.username = 'labadmin'`

/** Finished repairs of the cast's devices; for every other device out of use, the repair that explains it. */
const REPAIRS_DONE = `
  insert into device_repair (device_id, kind, state, title, detail, handler, vendor, started_at, finished_at,
    result, cost_fen, created_by, created_at, updated_at)
  select d.id, r.kind, 'done', r.title, r.detail, '赵文博', r.vendor,
    $1::timestamptz - make_interval(days => r.ago),
    $1::timestamptz - make_interval(days => r.ago) + make_interval(hours => r.hours),
    r.result, r.cost_fen, u.id, $1::timestamptz - make_interval(days => r.ago),
      $1::timestamptz - make_interval(days => r.ago)
  from (values
    (1, 'repair', '电子枪发射电流不稳', '开机两小时后图像漂移，束流下降约 20%', '日本电子技术服务', 185, 72, '更换灯丝并重新合轴，束流恢复', 3860000),
    (1, 'maintenance', '年度保养', '清洗光阑、更换机械泵油', null, 320, 8, '各项指标正常', 180000),
    (2, 'calibration', '放大倍率校准', null, '省计量科学研究院', 140, 6, '误差 1.2%，校准证书已归档', 260000),
    (3, 'repair', '488 nm 激光功率下降', null, '蔡司技术服务', 230, 96, '更换激光器', 5600000)
  ) as r (device, kind, title, detail, vendor, ago, hours, result, cost_fen)
  join device d on d.id = r.device join user_account u on u.username = 'reviewer'`
const REPAIRS_OPEN = `
  insert into device_repair (device_id, kind, state, title, handler, started_at, expected_at, created_at,
    updated_at)
  select d.id, case d.status when 'broken' then 'repair' else 'maintenance' end,
    case when d.id % 3 = 0 then 'reported' else 'repairing' end,
    coalesce(d.status_note, '停机检查'), u.name, $1::timestamptz - make_interval(days => (d.id % 9 + 1)::int),
    $1::timestamptz + make_interval(days => (d.id % 12 + 2)::int), $1, $1
  from device d left join user_account u on u.id = d.contact_id where d.status in ('broken', 'maintenance')
    order by d.id limit 2000`

/** One in each state, and one more that waits. */
const REPORTS = `
  with made as (
    insert into asset_report (device_id, reporter_id, state, state_at, custodian_id, room_id, condition,
      remark, created_at, updated_at)
    select d.id, p.id, r.state, $1::timestamptz - make_interval(days => r.ago), k.id,
      coalesce(d.room_id, l.room_id), r.condition, r.remark,
      $1::timestamptz - make_interval(days => r.ago + 2), $1::timestamptz - make_interval(days => r.ago)
    from (values
      (1, 'labadmin', 'reviewer', 'accepted', 'in_use', '标签完好', 30),
      (2, 'labadmin', 'reviewer', 'submitted', 'in_use', '标签破损，需补打', 1),
      (3, 'reviewer', 'labadmin', 'returned', 'in_use', null, 5),
      (1, 'reviewer', 'reviewer', 'withdrawn', 'idle', '填错仪器，撤回重报', 40),
      (4, 'labadmin', 'labadmin', 'submitted', 'to_repair', '离子枪需更换', 2)
    ) as r (device, reporter, custodian, state, condition, remark, ago)
    join device d on d.id = r.device join lab l on l.id = d.lab_id and l.serial_id = $2
    join user_account p on p.username = r.reporter join user_account k on k.username = r.custodian
    returning id, reporter_id, state, state_at, created_at
  )
  insert into flow_log (business, row_id, event, from_state, to_state, actor_id, actor_name, reason, at,
    request_id)
  select 'asset_report', m.id, s.event, s.from_state, s.to_state, u.id, u.name, s.reason, s.at, 'demo'
  from made m
  cross join lateral (
    select 'submit' as event, null as from_state, 'submitted' as to_state, m.reporter_id as actor,
      null as reason, m.created_at as at
    union all select 'accept', 'submitted', 'accepted', (select id from user_account
      where username = 'equipoffice'), null, m.state_at where m.state = 'accepted'
    union all select 'return', 'submitted', 'returned', (select id from user_account
      where username = 'equipoffice'), '照片看不清铭牌，请重新拍摄', m.state_at where m.state = 'returned'
    union all select 'withdraw', 'submitted', 'withdrawn', m.reporter_id, null, m.state_at
      where m.state = 'withdrawn') s
  join user_account u on u.id = s.actor order by m.id, s.at`

export async function fillRecords(client: pg.Client, now: Date): Promise<void> {
  for (const text of [ACHIEVEMENTS, TEACHINGS, REPAIRS_DONE, REPAIRS_OPEN]) await client.query(text, [now])
  await client.query(REPORTS, [now, castLab.serialId])
}
