import { DEMO_PASSWORD } from '../kernel/demo-password.ts'

export { DEMO_PASSWORD }

/**
 * The people, instruments and cards of the demo campus that are known by name: the terminal lists them, API
 * tests and browser tests sign in as them. They belong to one laboratory; `outsider` directs another.
 */
export interface CastMember {
  username: string
  name: string
  /** Description of the person, for the list in the terminal. */
  title: string
  roles: readonly string[]
  /** Value of dictionary campus_user_type. */
  userType: string
  /** Code of the dept; null for people from outside. */
  dept: string | null
  tier?: 'school' | 'company'
  organization?: string
}

const student = { roles: ['STUDENT'], userType: '1', dept: '201' }

/** Their user ids are 1, 2, 3 … in this order. */
export const cast = [
  {
    username: 'sysadmin',
    name: '周建国',
    title: '系统管理员',
    roles: ['SYSTEM_ADMIN'],
    userType: '4',
    dept: '901',
  },
  { username: 'booker', name: '林晓雨', title: '预约人（博士生）', ...student },
  {
    username: 'payer',
    name: '陈志远',
    title: '付款人（课题组导师）',
    roles: ['TEACHER'],
    userType: '2',
    dept: '201',
  },
  { username: 'experimenter', name: '吴子涵', title: '实验人（硕士生）', ...student },
  {
    username: 'reviewer',
    name: '赵文博',
    title: '设备审核员',
    roles: ['REVIEWER'],
    userType: '3',
    dept: '301',
  },
  {
    username: 'director',
    name: '孙立群',
    title: '实验室主任',
    roles: ['LAB_DIRECTOR', 'TEACHER'],
    userType: '2',
    dept: '301',
  },
  {
    username: 'labadmin',
    name: '何静',
    title: '实验室管理员',
    roles: ['LAB_ADMIN'],
    userType: '3',
    dept: '301',
  },
  {
    username: 'cardowner',
    name: '许国华',
    title: '经费卡持有人',
    roles: ['TEACHER'],
    userType: '2',
    dept: '201',
  },
  { username: 'finance', name: '沈玉兰', title: '财务人员', roles: ['FINANCE'], userType: '4', dept: '902' },
  {
    username: 'offcampus',
    name: '高磊',
    title: '校外用户（企业）',
    roles: ['OFF_CAMPUS'],
    userType: '5',
    dept: null,
    tier: 'company',
    organization: '江州新材料科技有限公司',
  },
  {
    username: 'outsider',
    name: '马俊',
    title: '另一实验室的主任',
    roles: ['LAB_DIRECTOR', 'TEACHER'],
    userType: '2',
    dept: '202',
  },
  {
    username: 'requester',
    name: '罗婷',
    title: '设备申购人',
    roles: ['TEACHER'],
    userType: '2',
    dept: '203',
  },
  {
    username: 'depthead',
    name: '梁启明',
    title: '院系负责人',
    roles: ['DEPT_HEAD', 'TEACHER'],
    userType: '2',
    dept: '203',
  },
  {
    username: 'equipoffice',
    name: '宋佳',
    title: '设备处',
    roles: ['EQUIP_OFFICE'],
    userType: '4',
    dept: '901',
  },
  {
    username: 'tenderoffice',
    name: '唐海峰',
    title: '招标办',
    roles: ['TENDER_OFFICE'],
    userType: '4',
    dept: '903',
  },
  {
    username: 'supplier',
    name: '韩冰',
    title: '供应商',
    roles: ['SUPPLIER'],
    userType: '6',
    dept: null,
    tier: 'company',
    organization: '华仪科学仪器贸易有限公司',
  },
  {
    username: 'supplier2',
    name: '钟毅',
    title: '供应商',
    roles: ['SUPPLIER'],
    userType: '6',
    dept: null,
    tier: 'company',
    organization: '江州科仪贸易有限公司',
  },
  {
    username: 'supplier3',
    name: '岳晴',
    title: '供应商',
    roles: ['SUPPLIER'],
    userType: '6',
    dept: null,
    tier: 'company',
    organization: '华东科学器材有限公司',
  },
  {
    username: 'expert1',
    name: '邵建华',
    title: '校外技术专家',
    roles: ['EXPERT'],
    userType: '5',
    dept: null,
    tier: 'school',
    organization: '江州理工大学',
  },
  {
    username: 'expert2',
    name: '顾文静',
    title: '校外技术专家',
    roles: ['EXPERT'],
    userType: '5',
    dept: null,
    tier: 'school',
    organization: '江州理工大学',
  },
  {
    username: 'expert3',
    name: '丁伟',
    title: '校外技术专家',
    roles: ['EXPERT'],
    userType: '5',
    dept: null,
    tier: 'school',
    organization: '东海大学',
  },
  {
    username: 'expert4',
    name: '魏芳',
    title: '校外技术专家',
    roles: ['EXPERT'],
    userType: '5',
    dept: null,
    tier: 'school',
    organization: '东海大学',
  },
  {
    username: 'lawyer',
    name: '严正',
    title: '法律专家',
    roles: ['EXPERT'],
    userType: '5',
    dept: null,
    tier: 'company',
    organization: '江州明正律师事务所',
  },
] as const satisfies readonly CastMember[]
export type CastName = (typeof cast)[number]['username']

/** The accounts that the terminal lists after a start. */
export const demoAccounts = cast.map(({ username, title, name }) => ({
  username,
  password: DEMO_PASSWORD,
  title: `${title} ${name}`,
}))

/** `reviewer` reviews it, `director` directs it, `labadmin` administers it. */
export const castLab = { serialId: 'LAB001', name: '电子显微镜实验室' } as const
/** `outsider` directs it. */
export const otherLab = { serialId: 'LAB002', name: '波谱与质谱实验室' } as const

/**
 * The instruments of the tests, devices 1 to 4 of {@link castLab}: open every day, holidays too, 30 days
 * ahead, without quota, notice or qualification; the first three from 08:00 to 22:00 campus time, free on the
 * day of the fill, and in the weeks after it from {@link FREE_FROM_MINUTE}.
 */
export const castDevices = {
  /** Self-operated, 200 元 an hour on campus, grid 30 minutes, at most 8 hours, immediate or post payment. */
  selfOperated: { serialId: '202300001', name: '场发射扫描电子显微镜' },
  /** Samples are sent in, 300 元 each on campus. */
  sampleDelivery: { serialId: '202300002', name: '场发射透射电子显微镜' },
  /** Both ways, three seats. */
  shared: { serialId: '202300003', name: '激光扫描共聚焦显微镜' },
  /**
   * Open round the clock. Carries bookings 1, 2, 3 … of the cast, in all states of bookings, test orders and
   * settlements (flow/stories.ts).
   */
  stories: { serialId: '202300004', name: '聚焦离子束-电子束双束系统' },
} as const
/** A device of {@link otherLab}. */
export const otherDevice = { serialId: '202300005', name: '600 MHz 核磁共振波谱仪' } as const

/**
 * The demo's random bookings of the next weeks on {@link castDevices} end by 12:00 campus time; on the day of
 * the fill there are none. In minutes.
 */
export const FREE_FROM_MINUTE = 12 * 60

export const castCards = {
  /** Owned by `cardowner`, lent to `payer`, `booker` and `requester`; over 100,000 元 are available. */
  authorised: { number: 'JF2026001', name: '国家自然科学基金面上项目', owner: 'cardowner' },
  /** Owned by `cardowner`, not lent. */
  ownersOnly: { number: 'JF2026002', name: '校级科研启动经费', owner: 'cardowner' },
  /** Owned by `payer`; more than 100,000 元 are available. */
  payers: { number: 'JF2026003', name: '重点研发计划子课题', owner: 'payer' },
  /** Owned by `payer`; 100 元 are left. */
  empty: { number: 'JF2026004', name: '课题组运行费', owner: 'payer' },
} as const satisfies Record<string, { number: string; name: string; owner: CastName }>
