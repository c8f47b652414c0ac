/** Help texts, found by the search in the header of every page. */
export const guidance: readonly (readonly [title: string, body: string, link: string])[] = [
  [
    '如何查找仪器',
    '在页面顶部搜索框输入仪器名称、别名、型号或拼音首字母，点击“查找仪器”；也可在科研仪器页按单位、类别和标签筛选。',
    '/osp/share-platform',
  ],
  [
    '如何预约自主上机',
    '打开仪器详情，在日历中拖选空闲时段，填写用途与付款人后提交。依次经付款人、设备审核员、实验室主任审核。',
    '/osp/share-platform',
  ],
  [
    '如何送样测试',
    '在仪器详情选择“送样”，逐项登记样品名称、数量、形态与危险性。审核员审核时安排测试时间。',
    '/osp/share-platform',
  ],
  [
    '如何修改、延长或取消预约',
    '在“我的预约”打开预约详情，可取消、延长或修改。超过免费取消时间将收取费用或记一次违约。',
    '/account/subscribe-list',
  ],
  [
    '如何审核',
    '在“审核待办”中处理等待您确认的预约、测试单与结算单，可逐条处理或批量通过。',
    '/account/audit-list',
  ],
  [
    '如何确认测试单',
    '使用结束后由设备审核员填写测试单，主任审核后请您确认；七天未处理视为确认。',
    '/account/measure-list',
  ],
  [
    '如何用经费卡结算',
    '在“结算”中勾选已确认的测试单，选择本人或被授权的经费卡并分配金额，提交后由卡主和财务处理。',
    '/account/measure-list',
  ],
  [
    '如何线下汇款结算',
    '发起线下结算后打印缴费单，汇款后登记凭证号并上传凭证，等待财务确认到账。',
    '/account/measure-list',
  ],
  [
    '如何授权他人使用经费卡',
    '在“我的经费”打开经费卡，添加授权人并设置有效期、单次限额与总限额。',
    '/account/finance',
  ],
  [
    '忘记密码怎么办',
    '在登录页点击“忘记密码”，通过注册邮箱收取验证码后重设密码；校内用户请使用统一身份认证。',
    '/pwdback',
  ],
  ['校外用户如何注册', '在登录页点击“我是校外用户，尚未注册”，填写单位与邮箱完成注册。', '/register'],
  ['如何收藏仪器与实验室', '在详情页点击收藏，之后可在个人首页快速打开。', '/account/homepage'],
]

/** Downloads: type, category and content. */
export const downloads: readonly {
  type: 1 | 2 | 3
  category: string
  titles: readonly (readonly [title: string, file: 'rtf' | 'xlsx'])[]
}[] = [
  { type: 1, category: '国家与部委政策', titles: [['重大科研基础设施和大型科研仪器开放共享要点', 'rtf']] },
  {
    type: 1,
    category: '学校规章制度',
    titles: [
      ['大型仪器设备开放共享管理办法', 'rtf'],
      ['大型仪器设备开放共享收费管理办法', 'rtf'],
      ['实验室安全准入管理规定', 'rtf'],
    ],
  },
  {
    type: 2,
    category: '申请表格',
    titles: [
      ['送样登记表', 'xlsx'],
      ['自主上机资格申请表', 'rtf'],
      ['收费论证表', 'xlsx'],
      ['仪器维修申请表', 'rtf'],
    ],
  },
  { type: 2, category: '收费标准', titles: [['大型仪器收费标准一览', 'xlsx']] },
  {
    type: 2,
    category: '培训资料',
    titles: [
      ['扫描电子显微镜操作规程', 'rtf'],
      ['核磁共振样品制备要点', 'rtf'],
    ],
  },
  {
    type: 3,
    category: '使用帮助',
    titles: [
      ['平台用户手册', 'rtf'],
      ['经费卡结算说明', 'rtf'],
    ],
  },
]

/** The text of every document of the demo. */
export const paragraphs = [
  '为规范大型仪器设备开放共享工作，提高使用效率，结合学校实际，制定本办法。',
  '纳入开放共享范围的仪器设备，应在平台公布名称、型号、性能指标、开放时间与收费标准。',
  '用户通过平台预约使用仪器，付款人、设备审核员与实验室主任依次审核。',
  '使用结束后由设备审核员填写测试单，经实验室主任审核、预约人确认后作为结算依据。',
  '费用可使用经费卡结算，也可线下汇款；经费卡支出由持卡人审批、财务处扣款。',
  '用户应遵守实验室安全规定与操作规程，造成损坏的按学校有关规定处理。',
  '本文件为演示数据，仅供功能展示，不作为实际管理依据。',
]
