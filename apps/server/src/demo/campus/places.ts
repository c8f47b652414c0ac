import type { DeptKind } from '@portal/contract/dept/dept'
import type { Copier } from '../bulk.ts'
import { makeLayout, findPin, type Layout } from '../pictures/campus.ts'
import { Random } from '../random.ts'
import type { Dept, Places, Room } from './model.ts'

const SCHOOL = '100'
const depts: readonly (readonly [code: string, name: string, kind: DeptKind])[] = [
  [SCHOOL, '江州大学', 'office'],
  ['201', '材料科学与工程学院', 'college'],
  ['202', '化学化工学院', 'college'],
  ['203', '机械工程学院', 'college'],
  ['204', '物理学院', 'college'],
  ['205', '电子信息学院', 'college'],
  ['206', '生命科学学院', 'college'],
  ['207', '环境科学与工程学院', 'college'],
  ['208', '医学院', 'college'],
  ['301', '分析测试中心', 'center'],
  ['302', '高性能计算中心', 'center'],
  ['901', '资产与实验室管理处', 'office'],
  ['902', '财务处', 'office'],
  ['903', '招标采购中心', 'office'],
]
export const MAIN = '主校区'
const EAST = '东校区'
const MEDICAL = '医学校区'
/** The dept whose laboratories are in the building; undefined: lecture halls and offices. */
const buildings: readonly (readonly [name: string, campus: string, dept?: string])[] = [
  ['测试中心楼', MAIN, '301'],
  ['材料楼', MAIN, '201'],
  ['化学楼', MAIN, '202'],
  ['机械楼', MAIN, '203'],
  ['物理楼', MAIN, '204'],
  ['电子信息楼', EAST, '205'],
  ['生命科学楼', EAST, '206'],
  ['环境楼', EAST, '207'],
  ['医学科研楼', MEDICAL, '208'],
  ['计算中心楼', MAIN, '302'],
  ['材料工程训练中心', MAIN, '201'],
  ['化工中试楼', EAST, '202'],
  ['先进制造中心', EAST, '203'],
  ['微纳加工中心', MAIN, '204'],
  ['集成电路测试楼', EAST, '205'],
  ['生物样本楼', EAST, '206'],
  ['大气观测楼', EAST, '207'],
  ['动物实验中心', MEDICAL, '208'],
  ['第一教学楼', MAIN],
  ['第二教学楼', MAIN],
  ['第三教学楼', EAST],
  ['行政楼', MAIN],
  ['图书馆', MAIN],
  ['学生创新中心', MAIN],
  ['综合实验楼', EAST],
  ['工程训练中心', EAST],
  ['校医院', MEDICAL],
  ['国际交流中心', MAIN],
  ['留学生楼', EAST],
  ['后勤服务楼', MAIN],
]
export const buildingName = (id: number): string => buildings[id - 1]?.[0] ?? ''

/** Layouts by campus; building ids count from 1 in the list above. */
export const campusLayouts = (): ReadonlyMap<string, Layout> =>
  new Map(
    [MAIN, EAST, MEDICAL].map((campus) => [
      campus,
      makeLayout(
        campus,
        buildings.flatMap(([, on], i) => (on === campus ? [i + 1] : [])),
      ),
    ]),
  )

const uses = ['实验室', '仪器室', '样品前处理室', '办公室', '准备室']

/** Depts as a tree of two levels, 30 buildings and their rooms. */
export function fillPlaces(copier: Copier): Places {
  const random = new Random('places')
  const deptRows = copier.table('dept', [
    'id',
    'parent_id',
    'code',
    'name',
    'kind',
    'sort',
    'address',
    'phone',
    'email',
  ])
  const made: Dept[] = depts.map(([code, name, kind], i) => {
    deptRows.add({
      id: i + 1,
      parent_id: code === SCHOOL ? null : 1,
      code,
      name,
      kind,
      sort: i * 10,
      address: `江州市学府路 1 号${buildings.find((b) => b[2] === code)?.[0] ?? '行政楼'}`,
      phone: `0700-8600${code}`,
      email: `dept${code}@jzu.example`,
    })
    return { id: i + 1, code, name }
  })
  const buildingRows = copier.table('building', [
    'id',
    'serial_id',
    'name',
    'campus',
    'address',
    'floors',
    'area_m2',
    'remark',
    'map_x',
    'map_y',
  ])
  const pins = new Map(
    [...campusLayouts().values()].flatMap((layout) =>
      layout.blocks.flatMap((b) =>
        b.buildingId === null ? [] : [[b.buildingId, findPin(layout, b)] as const],
      ),
    ),
  )
  const roomRows = copier.table('room', ['id', 'building_id', 'name', 'floor', 'area_m2', 'use', 'dept_id'])
  const roomsOf = new Map<string, Room[]>()
  let roomId = 0
  buildings.forEach(([name, campus, dept], i) => {
    const id = i + 1
    const floors = random.int(4, 12)
    buildingRows.add({
      id,
      serial_id: `B${String(id).padStart(3, '0')}`,
      name,
      campus,
      address: `${campus}学府路 ${id} 号`,
      floors,
      area_m2: random.int(30, 260) * 100,
      remark: dept ? null : '公共用房',
      map_x: pins.get(id)?.x,
      map_y: pins.get(id)?.y,
    })
    for (let floor = 1; floor <= Math.min(floors, 5); floor++) {
      for (let n = 1; n <= 4; n++) {
        roomRows.add({
          id: ++roomId,
          building_id: id,
          name: `${floor}0${n}`,
          floor,
          area_m2: random.int(18, 120),
          use: dept ? random.pick(uses) : '办公室',
          dept_id: made.find((d) => d.code === dept)?.id ?? null,
        })
        if (dept) roomsOf.set(dept, [...(roomsOf.get(dept) ?? []), { id: roomId, buildingId: id }])
      }
    }
  })
  return { depts: made, roomsOf }
}
