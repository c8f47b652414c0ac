import type pg from 'pg'
import { cast } from '../cast.ts'

const posts = [
  ['head', '单位负责人', '主持本单位全面工作', 10],
  ['deputy', '分管负责人', '分管科研与实验室工作', 20],
  ['office', '综合办公室主任', '负责行政事务与对外联络', 30],
  ['equipment', '设备秘书', '负责设备台账、申购与开放共享事务', 40],
  ['safety', '安全员', '负责实验室安全检查与培训', 50],
] as const

/**
 * Gives the posts of every dept to its own teachers and staff, one after another: heads by role first,
 * members of the cast, who have other things to show, last.
 */
export const fillPosts = async (client: pg.Client) => {
  const columns = [0, 1, 2, 3].map((i) => posts.map((p) => p[i]))
  await client.query(
    `insert into post (code, name, description, sort) select *
      from unnest($1::text[], $2::text[], $3::text[], $4::int[])`,
    columns,
  )
  await client.query(
    `insert into user_post (user_id, post_id, dept_id, since)
     select u.id, p.id, u.dept_id, date '2023-09-01' + (p.id * 61)::int
     from (select id, dept_id, row_number() over (partition by dept_id order by
         exists(select from user_role ur join role r on r.id = ur.role_id
           where ur.user_id = user_account.id and r.code = 'DEPT_HEAD') desc, id <= $1, id) as place
       from user_account
       where on_campus and enabled and user_type in ('2', '3', '4') and dept_id is not null) u
     join (select id, row_number() over (order by sort) as place from post) p using (place)`,
    [cast.length],
  )
}

/**
 * Heads of depts and keepers of rooms: the holder of the first post of the dept (the head of a college gets
 * the role for its approvals), and the administrator of the lab that has its door in the room.
 */
export const fillHeads = async (client: pg.Client) => {
  await client.query(
    `update dept d set head_id = x.user_id
     from (select distinct on (up.dept_id) up.dept_id, up.user_id from user_post up
       join post p on p.id = up.post_id order by up.dept_id, p.sort, up.id) x where x.dept_id = d.id`,
  )
  await client.query(
    `insert into user_role (user_id, role_id)
     select d.head_id, r.id from dept d, role r
     where d.kind = 'college' and d.head_id is not null and r.code = 'DEPT_HEAD' on conflict do nothing`,
  )
  await client.query(
    `update room r set keeper_id = x.user_id
     from (select distinct on (l.room_id) l.room_id, m.user_id from lab l join lab_member m on m.lab_id = l.id
         and m.role = 'lab_admin' where l.room_id is not null
       order by l.room_id, m.id) x where x.room_id = r.id`,
  )
}
