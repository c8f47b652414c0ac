// Forms that start the demo's processes.

/** Application for funds. */
export const fundForm = {
  name: '开放基金申请表',
  category: '科研管理',
  description: '申请实验室开放基金时填写。',
  rule: [
    {
      type: 'input',
      field: 'topic',
      title: '课题名称',
      props: { maxlength: 100 },
      validate: [{ required: true, message: '请输入课题名称', trigger: 'blur' }],
    },
    {
      type: 'inputNumber',
      field: 'amount',
      title: '申请金额（元）',
      props: { min: 1000, max: 500000, precision: 0 },
      validate: [{ type: 'number', required: true, message: '请输入申请金额', trigger: 'change' }],
    },
    {
      type: 'userSelect',
      field: 'experts',
      title: '评审专家',
      props: { multiple: true },
      validate: [{ type: 'array', required: true, min: 1, message: '请选择评审专家', trigger: 'change' }],
    },
    {
      type: 'input',
      field: 'content',
      title: '研究内容',
      props: { type: 'textarea', rows: 4, maxlength: 1000 },
      validate: [{ required: true, message: '请输入研究内容', trigger: 'blur' }],
    },
    { type: 'input', field: 'grant', title: '批复意见', props: { maxlength: 200 } },
  ],
}

/** A laboratory's application to share an instrument. */
export const openingForm = {
  name: '仪器开放申请表',
  category: '开放共享',
  description: '仪器申请纳入开放共享时由实验室填写。',
  rule: [
    {
      type: 'input',
      field: 'device',
      title: '仪器名称及资产编号',
      props: { maxlength: 100 },
      validate: [{ required: true, message: '请输入仪器名称及资产编号', trigger: 'blur' }],
    },
    {
      type: 'checkbox',
      field: 'ways',
      title: '开放方式',
      options: [
        { value: 'self', label: '机时预约' },
        { value: 'sample', label: '送样检测' },
        { value: 'project', label: '课题合作' },
      ],
      validate: [{ type: 'array', required: true, min: 1, message: '请选择开放方式', trigger: 'change' }],
    },
    {
      type: 'checkbox',
      field: 'tiers',
      title: '开放对象',
      value: ['campus'],
      options: [
        { value: 'campus', label: '校内' },
        { value: 'school', label: '其他高校和科研院所' },
        { value: 'company', label: '企业' },
      ],
      validate: [{ type: 'array', required: true, min: 1, message: '请选择开放对象', trigger: 'change' }],
    },
    {
      type: 'inputNumber',
      field: 'hours',
      title: '每周计划开放机时（小时）',
      value: 20,
      props: { min: 1, max: 168, precision: 0 },
      validate: [{ type: 'number', required: true, message: '请输入每周计划开放机时', trigger: 'change' }],
    },
    {
      type: 'userSelect',
      field: 'keeper',
      title: '机组负责人',
      validate: [{ required: true, message: '请选择机组负责人', trigger: 'change' }],
    },
    {
      type: 'input',
      field: 'basis',
      title: '收费标准及测算依据',
      props: { type: 'textarea', rows: 4, maxlength: 1000 },
      validate: [{ required: true, message: '请输入收费标准及测算依据', trigger: 'blur' }],
    },
    { type: 'input', field: 'opinion', title: '设备处核定意见', props: { maxlength: 200 } },
  ],
}

/** A new price per hour; fields left out keep the present price. */
export const priceForm = {
  name: '收费标准调整申请表',
  category: '开放共享',
  description: '调整仪器机时收费标准时填写，不调整的用户类别留空。',
  rule: [
    {
      type: 'input',
      field: 'device',
      title: '仪器编号',
      props: { maxlength: 40 },
      validate: [{ required: true, message: '请输入仪器编号', trigger: 'blur' }],
    },
    {
      type: 'datePicker',
      field: 'from',
      title: '生效日期',
      validate: [{ required: true, message: '请选择生效日期', trigger: 'change' }],
    },
    {
      type: 'inputNumber',
      field: 'campus',
      title: '校内（元/小时）',
      props: { min: 0, max: 100000, precision: 2 },
    },
    {
      type: 'inputNumber',
      field: 'school',
      title: '校外院校（元/小时）',
      props: { min: 0, max: 100000, precision: 2 },
    },
    {
      type: 'inputNumber',
      field: 'company',
      title: '校外企业（元/小时）',
      props: { min: 0, max: 100000, precision: 2 },
    },
    {
      type: 'input',
      field: 'basis',
      title: '调整理由及成本测算',
      props: { type: 'textarea', rows: 4, maxlength: 1000 },
      validate: [{ required: true, message: '请输入调整理由及成本测算', trigger: 'blur' }],
    },
  ],
}
