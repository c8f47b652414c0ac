import type { LabRole } from '@portal/contract/lab/lab'
import { searchableDevice } from '../modules/device/device.rules.ts'
import { gramsOfLab } from '../modules/lab/lab.rules.ts'
import type { Person, World } from './world.ts'

/** Two labs of one department with people of the built-in roles, and people above and outside them. */
export interface Labs {
  deptId: number
  labId: number
  otherLabId: number
  director: Person
  labAdmin: Person
  member: Person
  reviewer: Person
  /** Directs the other lab. */
  outsider: Person
  student: Person
  sysadmin: Person
  /** 设备处: all devices of the campus. */
  equipmentOffice: Person
  /** A device of the first lab, or of another. */
  device(about?: {
    serialId?: string
    name?: string
    alias?: string | null
    model?: string | null
    shared?: boolean
    labId?: number
    priceFen?: number
  }): Promise<number>
}

let count = 0

export async function createLabs(world: World): Promise<Labs> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
  const n = ++count
  const deptId = await one(`insert into dept (code, name) values ($1, '材料学院')`, [`D${n}`])
  const lab = (name: string, serialId: string) => {
    const { text, grams } = gramsOfLab({ name, serialId })
    return one(
      `insert into lab (serial_id, name, dept_id, search_text, search_grams) values ($1, $2, $3, $4, $5)`,
      [serialId, name, deptId, text, grams],
    )
  }
  const labId = await lab('电镜中心', `LAB${n}A`)
  const otherLabId = await lab('核磁中心', `LAB${n}B`)
  const person = async (name: string, role: string): Promise<Person> => {
    const p = await world.person(name)
    await world.sql('insert into user_role (user_id, role_id) select $1, id from role where code = $2', [
      p.id,
      role,
    ])
    return p
  }
  const join = (id: number, who: Person, role: LabRole) =>
    world.sql('insert into lab_member (lab_id, user_id, role) values ($1, $2, $3)', [id, who.id, role])
  const labs: Labs = {
    deptId,
    labId,
    otherLabId,
    director: await person('主任', 'LAB_DIRECTOR'),
    labAdmin: await person('管理员', 'LAB_ADMIN'),
    member: await person('成员', 'TEACHER'),
    reviewer: await person('审核员', 'REVIEWER'),
    outsider: await person('别处主任', 'LAB_DIRECTOR'),
    student: await person('学生', 'STUDENT'),
    sysadmin: await person('系统管理员', 'SYSTEM_ADMIN'),
    equipmentOffice: await person('设备处', 'EQUIP_OFFICE'),
    device({
      serialId = `S${n}-${++count}`,
      name = '场发射扫描电子显微镜',
      alias = null,
      model = null,
      shared = true,
      labId: of = labId,
      priceFen = 100,
    } = {}) {
      const { text, grams } = searchableDevice({ serialId, name, alias, model, englishName: null })
      return one(
        `insert into device (serial_id, name, alias, model, dept_id, lab_id, shared, price_fen, search_text,
            search_grams) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [serialId, name, alias, model, deptId, of, shared, priceFen, text, grams],
      )
    },
  }
  await join(labId, labs.director, 'lab_director')
  await join(labId, labs.labAdmin, 'lab_admin')
  await join(labId, labs.member, 'lab_member')
  await join(otherLabId, labs.outsider, 'lab_director')
  await world.sql('insert into device_reviewer (lab_id, user_id) values ($1, $2)', [labId, labs.reviewer.id])
  return labs
}
