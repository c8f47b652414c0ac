import type { CastName } from '../cast.ts'

// Forms that an office has published, one that is still a draft, and people's answers.

const choices = (...labels: string[]) => labels.map((label) => ({ value: label, label }))
const asked = (message: string) => [{ required: true, message, trigger: 'change' }]
const half = { span: 12 }

const admission = [
  {
    type: 'alert',
    props: { title: '进入实验室前须完成安全培训并提交本申请', type: 'info', showIcon: true, closable: false },
  },
  {
    type: 'select',
    field: 'lab',
    title: '申请进入的实验室类型',
    options: choices('化学类', '生物类', '辐射类', '机电类', '其他'),
    validate: asked('请选择实验室类型'),
    col: half,
  },
  {
    type: 'radio',
    field: 'identity',
    title: '身份',
    value: '学生',
    options: choices('学生', '教职工', '校外人员'),
    control: [{ value: '学生', rule: ['supervisor'] }],
    validate: asked('请选择身份'),
    col: half,
  },
  {
    type: 'input',
    field: 'supervisor',
    title: '指导教师',
    props: { placeholder: '请输入指导教师姓名', maxlength: 30 },
    validate: [{ required: true, message: '请输入指导教师', trigger: 'blur' }],
    col: half,
  },
  {
    type: 'datePicker',
    field: 'period',
    title: '准入期限',
    props: { type: 'daterange', format: 'YYYY-MM-DD' },
    validate: asked('请选择准入期限'),
    col: half,
  },
  {
    type: 'checkbox',
    field: 'hazards',
    title: '涉及的危险源',
    value: [],
    options: choices('易燃易爆品', '有毒有害品', '高温高压设备', '强磁场', '激光', '病原微生物', '无'),
    validate: [{ type: 'array', required: true, min: 1, message: '请选择涉及的危险源', trigger: 'change' }],
  },
  {
    type: 'group',
    field: 'trainings',
    title: '已完成的培训',
    props: {
      min: 1,
      max: 10,
      rules: [
        {
          type: 'input',
          field: 'course',
          title: '课程名称',
          props: { maxlength: 60 },
          validate: [{ required: true, message: '请输入课程名称', trigger: 'blur' }],
        },
        { type: 'datePicker', field: 'date', title: '完成日期', validate: asked('请选择完成日期') },
        { type: 'inputNumber', field: 'score', title: '成绩', props: { min: 0, max: 100, precision: 0 } },
      ],
    },
  },
  {
    type: 'upload',
    field: 'certificate',
    title: '培训合格证明',
    props: { uploadType: 'file', limit: 3, accept: '.pdf,image/*', multiple: true },
    validate: [{ type: 'array', required: true, min: 1, message: '请上传培训合格证明', trigger: 'change' }],
  },
  {
    type: 'switch',
    field: 'promise',
    title: '已阅读并遵守实验室安全管理规定',
    value: false,
    validate: [{ enum: [true], message: '请阅读并同意实验室安全管理规定', trigger: 'change' }],
  },
]

const survey = [
  {
    type: 'input',
    field: 'device',
    title: '使用的仪器',
    props: { maxlength: 60 },
    validate: asked('请输入使用的仪器'),
  },
  {
    type: 'rate',
    field: 'overall',
    title: '总体满意度',
    props: { max: 5 },
    validate: asked('请评价总体满意度'),
    col: half,
  },
  { type: 'rate', field: 'service', title: '机组服务', props: { max: 5, allowHalf: true }, col: half },
  {
    type: 'radio',
    field: 'waiting',
    title: '预约等待时间',
    options: choices('当天', '三天以内', '一周以内', '一周以上'),
    validate: asked('请选择预约等待时间'),
    control: [{ value: '一周以上', rule: ['reason'] }],
  },
  {
    type: 'input',
    field: 'reason',
    title: '等待较久的原因',
    props: { type: 'textarea', rows: 2, maxlength: 200, showWordLimit: true },
    validate: [{ required: true, message: '请说明等待较久的原因', trigger: 'blur' }],
  },
  {
    type: 'input',
    field: 'advice',
    title: '意见与建议',
    props: { type: 'textarea', rows: 4, maxlength: 500, showWordLimit: true },
  },
]

const visit = [
  { type: 'input', field: 'school', title: '来访单位', props: { maxlength: 60 }, $required: true },
  {
    type: 'inputNumber',
    field: 'people',
    title: '人数',
    value: 1,
    props: { min: 1, max: 200, precision: 0 },
  },
  { type: 'datePicker', field: 'day', title: '来访日期', $required: true },
]

/** Questions of an electron microscope to the booker. */
const specimen = [
  {
    type: 'input',
    field: 'material',
    title: '样品名称与成分',
    props: { maxlength: 100, placeholder: '如：Fe3O4 纳米颗粒' },
    validate: [{ required: true, message: '请输入样品名称与成分', trigger: 'blur' }],
  },
  {
    type: 'radio',
    field: 'shape',
    title: '样品形态',
    options: choices('粉末', '块体', '薄膜', '生物样品'),
    validate: asked('请选择样品形态'),
    control: [{ value: '粉末', rule: ['holding'] }],
    col: half,
  },
  {
    type: 'input',
    field: 'holding',
    title: '粉末的固定方式',
    props: { maxlength: 60, placeholder: '如：导电胶、超声分散后滴样' },
    validate: [{ required: true, message: '请输入粉末的固定方式', trigger: 'blur' }],
    col: half,
  },
  {
    type: 'radio',
    field: 'magnetic',
    title: '是否有磁性',
    options: choices('无', '弱磁', '强磁'),
    validate: asked('请选择是否有磁性'),
    col: half,
  },
  {
    type: 'inputNumber',
    field: 'voltage',
    title: '期望的加速电压（kV）',
    props: { min: 1, max: 30, precision: 0 },
    col: half,
  },
]

/** A form for feedback at any time: no process starts with it and no instrument uses it. */
const remark = [
  {
    type: 'radio',
    field: 'topic',
    title: '意见类别',
    options: choices('预约与排队', '收费标准', '技术服务', '其他'),
    validate: asked('请选择意见类别'),
  },
  {
    type: 'input',
    field: 'text',
    title: '意见内容',
    props: { type: 'textarea', rows: 4, maxlength: 500, showWordLimit: true },
    validate: [{ required: true, message: '请输入意见内容', trigger: 'blur' }],
  },
]

export interface DrawnForm {
  owner: CastName
  name: string
  category: string
  description: string
  isPublished: boolean
  rule: readonly object[]
}
export const drawnForms: readonly DrawnForm[] = [
  {
    owner: 'equipoffice',
    name: '实验室安全准入申请',
    category: '安全管理',
    description: '进入实验室开展实验前填写；须上传培训合格证明。',
    isPublished: true,
    rule: admission,
  },
  {
    owner: 'equipoffice',
    name: '仪器使用满意度调查',
    category: '调查问卷',
    description: '每次使用大型仪器后填写，约一分钟。',
    isPublished: true,
    rule: survey,
  },
  {
    owner: 'labadmin',
    name: '开放日参观登记',
    category: '其他',
    description: '尚未定稿。',
    isPublished: false,
    rule: visit,
  },
  {
    owner: 'equipoffice',
    name: '电镜样品登记',
    category: '上机',
    description: '强磁样品须先与机组联系。',
    isPublished: true,
    rule: specimen,
  },
  {
    owner: 'equipoffice',
    name: '开放共享意见征集',
    category: '调查问卷',
    description: '对大型仪器开放共享的意见，可多次填写。',
    isPublished: true,
    rule: remark,
  },
]
export const drawnText = ({ rule }: Pick<DrawnForm, 'rule'>): string =>
  JSON.stringify({
    rule,
    options: { form: { labelPosition: 'top', labelWidth: '125px' }, submitBtn: true, resetBtn: false },
  })

export interface GivenAnswer {
  /** Index of the form. */
  form: number
  who: CastName
  daysAgo: number
  /** The field whose value is an attached file. */
  file?: string
  given: Record<string, unknown>
  summary: string
}
const opinion = (
  who: CastName,
  daysAgo: number,
  device: string,
  marks: [overall: number, service: number],
  waiting: string,
  more: Record<string, unknown> = {},
): GivenAnswer => ({
  form: 1,
  who,
  daysAgo,
  given: { device, overall: marks[0], service: marks[1], waiting, ...more },
  summary: `使用的仪器：${device}；总体满意度：${marks[0]}；机组服务：${marks[1]}`,
})
/** The answers. `dayAt` counts from today, `daysAgo` is the age of the answer. */
export const listAnswers = (dayAt: (daysFromNow: number) => string): readonly GivenAnswer[] => [
  {
    form: 0,
    who: 'booker',
    daysAgo: 20,
    file: 'certificate',
    given: {
      lab: '化学类',
      identity: '学生',
      supervisor: '陈志远',
      period: [dayAt(-15), dayAt(350)],
      hazards: ['易燃易爆品', '有毒有害品'],
      trainings: [
        { course: '化学品安全', date: dayAt(-30), score: 96 },
        { course: '消防安全', date: dayAt(-28), score: 88 },
      ],
      promise: true,
    },
    summary: '申请进入的实验室类型：化学类；身份：学生；指导教师：陈志远',
  },
  {
    form: 0,
    who: 'payer',
    daysAgo: 6,
    file: 'certificate',
    given: {
      lab: '机电类',
      identity: '教职工',
      period: [dayAt(0), dayAt(365)],
      hazards: ['激光'],
      trainings: [{ course: '激光安全', date: dayAt(-9), score: 92 }],
      promise: true,
    },
    summary: `申请进入的实验室类型：机电类；身份：教职工；准入期限：${dayAt(0)} 至 ${dayAt(365)}`,
  },
  opinion('booker', 12, '扫描电子显微镜', [5, 5], '三天以内', { advice: '希望增加周末开放时段。' }),
  opinion('experimenter', 11, '扫描电子显微镜', [4, 4.5], '一周以内'),
  opinion('payer', 9, 'X 射线衍射仪', [5, 4.5], '当天'),
  opinion('offcampus', 7, '扫描电子显微镜', [3, 4], '一周以上', { reason: '校外用户可约的时段较少。' }),
  opinion('requester', 4, '核磁共振波谱仪', [4, 4], '三天以内', { advice: '样品准备说明可以更详细。' }),
]
