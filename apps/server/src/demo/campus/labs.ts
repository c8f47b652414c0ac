import { addMinutes } from '../../kernel/time.ts'
import { gramsOfLab } from '../../modules/lab/lab.rules.ts'
import type { Copier } from '../bulk.ts'
import { cast, castLab, otherLab, type CastName } from '../cast.ts'
import { Random } from '../random.ts'
import { kinds } from './kinds.ts'
import type { Frame, Lab, Places, User } from './model.ts'

/**
 * Laboratories by dept, with the 中类 of their instruments. The first is the cast's, the second the outsider's.
 */
const names: readonly (readonly [dept: string, name: string, ...categories: string[]])[] = [
  ['301', castLab.name, '0101', '0108'],
  ['202', otherLab.name, '0106', '0102'],
  ['301', '表面分析实验室', '0103', '0203'],
  ['301', '色谱质谱实验室', '0102', '0105'],
  ['301', '光谱分析实验室', '0104'],
  ['301', 'X射线结构实验室', '0103'],
  ['301', '热分析与流变实验室', '0109', '0205'],
  ['301', '元素分析实验室', '0111', '0104', '0102'],
  ['201', '金属材料实验室', '0201', '0108'],
  ['201', '陶瓷与复合材料实验室', '1002', '0109'],
  ['201', '薄膜与涂层实验室', '1002', '0203'],
  ['201', '能源材料实验室', '0107', '0205'],
  ['201', '高分子材料实验室', '0109', '0201', '0105'],
  ['201', '材料力学性能实验室', '0201'],
  ['201', '材料分析教学实验室', '0108', '0103'],
  ['202', '有机合成实验室', '0105', '1003', '0106'],
  ['202', '催化反应工程实验室', '0205', '1003', '0105'],
  ['202', '电化学实验室', '0107'],
  ['202', '无机材料化学实验室', '0103', '0104'],
  ['202', '分析化学教学实验室', '0104', '0105'],
  ['202', '高分子化学实验室', '0105', '0109'],
  ['203', '精密测量实验室', '0301', '0203'],
  ['203', '增材制造实验室', '1001', '0206'],
  ['203', '摩擦学实验室', '0201', '0203'],
  ['203', '机械强度与疲劳实验室', '0201'],
  ['203', '无损检测实验室', '0206'],
  ['203', '智能制造实验室', '1001', '0301'],
  ['204', '低温与强磁场实验室', '0401', '0106'],
  ['204', '超快光学实验室', '0901', '0104'],
  ['204', '量子材料实验室', '0401', '1002'],
  ['204', '微纳加工平台', '1002'],
  ['204', '光电测量实验室', '0203', '0104'],
  ['204', '热物理实验室', '0109', '0205'],
  ['205', '微波与天线实验室', '0404', '0402'],
  ['205', '集成电路测试实验室', '0405', '0401'],
  ['205', '微纳器件实验室', '1002', '0405'],
  ['205', '通信信号实验室', '0402', '0401'],
  ['205', '电工电子教学实验室', '0401'],
  ['205', '传感器实验室', '0405', '0107'],
  ['206', '细胞成像平台', '0108', '1301'],
  ['206', '蛋白质科学实验室', '0110', '0102'],
  ['206', '基因组学实验室', '1301'],
  ['206', '植物生理实验室', '0111', '0104'],
  ['206', '生物化学教学实验室', '0110', '0104'],
  ['206', '结构生物学实验室', '0101', '0110'],
  ['207', '水质分析实验室', '0111', '0105'],
  ['207', '大气环境实验室', '0102', '0111'],
  ['207', '土壤与固废实验室', '0104', '0111'],
  ['207', '环境微生物实验室', '1301', '0110'],
  ['207', '同位素示踪实验室', '0102', '0111'],
  ['207', '遥感与生态实验室', '0111'],
  ['208', '流式与分子诊断实验室', '1301'],
  ['208', '小动物影像实验室', '1302'],
  ['208', '药物分析实验室', '0105', '0102'],
  ['208', '病理形态实验室', '0108'],
  ['208', '生物样本库', '0112', '0110'],
  ['208', '神经生物学实验室', '0108', '1302'],
  ['302', '科学计算平台', '1101'],
  ['302', '人工智能计算平台', '1101'],
  ['302', '数据存储平台', '1101'],
]
const ordinals = ['', '（二）', '（三）', '（四）', '（五）']
const TEACHING = '1'
const RESEARCH = '2'
const PUBLIC = '3'

export const castId = (username: CastName): number => cast.findIndex((c) => c.username === username) + 1

/** Laboratories with their director, administrator and reviewers. */
export async function fillLabs(
  copier: Copier,
  frame: Frame,
  places: Places,
  people: readonly User[],
): Promise<Lab[]> {
  const random = new Random('labs')
  const labRows = copier.table('lab', [
    'id',
    'serial_id',
    'name',
    'dept_id',
    'type',
    'grade',
    'room_id',
    'area_m2',
    'founded_year',
    'phone',
    'email',
    'intro',
    'created_at',
    'search_text',
    'search_grams',
  ])
  const memberRows = copier.table('lab_member', ['lab_id', 'user_id', 'role'])
  const roomRows = copier.table('lab_room', ['lab_id', 'room_id'])
  const reviewerRows = copier.table('device_reviewer', ['lab_id', 'user_id'])
  const free = people.filter((p) => !p.cast)
  const byDept = (role: User['role']) =>
    Map.groupBy(
      free.filter((p) => p.role === role),
      (p) => p.deptCode,
    )
  const teachers = byDept('teacher')
  const technicians = byDept('technician')
  const students = byDept('student')
  const anyTeacher = free.filter((p) => p.role === 'teacher')
  const anyTechnician = free.filter((p) => p.role === 'technician')

  const labs: Lab[] = []
  for (let i = 0; i < frame.counts.labs; i++) {
    const lab = i === 0 ? findCastLab(places) : build(i)
    labs.push(lab)
    const { text, grams } = gramsOfLab(lab)
    const dept = places.depts.find((d) => d.code === lab.deptCode)
    labRows.add({
      id: lab.id,
      serial_id: lab.serialId,
      name: lab.name,
      dept_id: lab.deptId,
      type: lab.name.includes('教学') ? TEACHING : lab.deptCode < '300' ? RESEARCH : PUBLIC,
      grade:
        i === 0
          ? '2'
          : random.weighted([
              [1, '1'],
              [3, '2'],
              [10, '3'],
              [10, '4'],
            ]),
      room_id: lab.roomIds[0],
      area_m2: 60 + ((lab.id * 37) % 420),
      founded_year: 1958 + ((lab.id * 17) % 62),
      phone: `0700-8600${1000 + (lab.id % 9000)}`,
      email: `${lab.serialId.toLowerCase()}@jzu.example`,
      intro: findIntro(lab, dept?.name ?? ''),
      created_at: addMinutes(frame.now, -random.int(700, 3000) * 1440),
      search_text: text,
      search_grams: grams,
    })
    memberRows.add({ lab_id: lab.id, user_id: lab.directorId, role: 'lab_director' })
    memberRows.add({ lab_id: lab.id, user_id: lab.adminId, role: 'lab_admin' })
    for (const id of listMembers(lab)) memberRows.add({ lab_id: lab.id, user_id: id, role: 'lab_member' })
    for (const id of lab.roomIds.slice(1)) roomRows.add({ lab_id: lab.id, room_id: id })
    for (const id of lab.reviewerIds) reviewerRows.add({ lab_id: lab.id, user_id: id })
    await copier.flushFull()
  }
  await copier.flush()
  return labs

  function build(i: number): Lab {
    const [deptCode, name, ...categories] = names[i % names.length]! // the index is below the length
    const director = i === 1 ? castId('outsider') : random.pick(teachers.get(deptCode) ?? anyTeacher).id
    const [admin = director, ...reviewers] = random
      .some(technicians.get(deptCode) ?? anyTechnician, 3)
      .map((p) => p.id)
    return {
      id: i + 1,
      serialId: `LAB${String(i + 1).padStart(3, '0')}`,
      name: name + (ordinals[Math.floor(i / names.length)] ?? `（${Math.floor(i / names.length) + 1}）`),
      deptCode,
      deptId: findDeptId(places, deptCode),
      roomIds: roomsFor(places, deptCode, random),
      kinds: listKinds(categories),
      directorId: director,
      adminId: admin,
      reviewerIds: reviewers.length ? reviewers : [admin],
    }
  }
  function listMembers(lab: Lab): number[] {
    if (lab.id === 1) return [castId('booker'), castId('experimenter'), castId('payer')]
    return random.some(students.get(lab.deptCode) ?? [], 3).map((p) => p.id)
  }
}

const listKinds = (categories: readonly string[]) => kinds.filter((k) => categories.includes(k.category))
const findDeptId = ({ depts }: Places, code: string) => depts.find((d) => d.code === code)?.id ?? 1
const roomsFor = ({ roomsOf }: Places, deptCode: string, random: Random) =>
  random.some(roomsOf.get(deptCode) ?? [], 3).map((r) => r.id)

function findCastLab(places: Places): Lab {
  const [deptCode, name, ...categories] = names[0]! // the table's first line
  return {
    id: 1,
    serialId: castLab.serialId,
    name,
    deptCode,
    deptId: findDeptId(places, deptCode),
    roomIds: roomsFor(places, deptCode, new Random('cast lab')),
    kinds: listKinds(categories),
    directorId: castId('director'),
    adminId: castId('labadmin'),
    reviewerIds: [castId('reviewer')],
  }
}

const findIntro = (lab: Lab, dept: string) =>
  `${lab.name}隶属${dept}，面向校内外开放共享，拥有${[...new Set(lab.kinds.slice(0, 3).map((k) => k.name))].join('、')}等仪器设备，` +
  '承担科学研究、人才培养与社会服务任务。实验室实行预约使用制度，由专职技术人员提供测试、培训与方法开发服务，欢迎校内外用户预约使用。'
