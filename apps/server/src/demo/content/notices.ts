/**
 * A notice of the demo. `daysAgo` negative: published in the future. The home page shows pinned ones first,
 * then the newest.
 */
export interface DemoNotice {
  title: string
  kind: 'notice' | 'news' | 'training'
  daysAgo: number
  html: string
  pinned?: true
  state?: 'draft' | 'withdrawn'
  /** Undefined: for everybody. */
  audience?: 'signed_in'
  /** News of the cast's laboratory instead of a notice of the campus. */
  lab?: true
}

const p = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('')
const list = (...items: string[]) => `<ol>${items.map((text) => `<li>${text}</li>`).join('')}</ol>`
const row = (tag: 'th' | 'td', cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead>${row('th', head)}</thead><tbody>${rows.map((r) => row('td', r)).join('')}</tbody></table>`

export const notices: readonly DemoNotice[] = [
  {
    title: '关于启用大型仪器设备开放共享平台的通知',
    kind: 'notice',
    daysAgo: 20,
    pinned: true,
    html:
      p(
        '各学院、各单位：',
        '为进一步提高大型仪器设备使用效率，学校大型仪器设备开放共享平台已正式启用。校内外用户均可通过平台查询仪器、在线预约、确认测试结果并完成结算。',
      ) +
      `<h2>一、使用流程</h2>${list('登录平台，检索并选择仪器；', '选择空闲时段或登记样品，提交预约；', '付款人、设备审核员和实验室主任依次审核；', '按时上机或送样，使用结束后由审核员填写测试单；', '确认测试单，使用经费卡或线下汇款结算。')}` +
      `<h2>二、有关要求</h2>${p('请各实验室于本月底前完成仪器开放时间与收费标准的核对。<strong>三个月内累计爽约三次的用户将暂停预约两周。</strong>')}`,
  },
  {
    title: '校园供电线路检修期间仪器停用安排',
    kind: 'notice',
    daysAgo: 2,
    pinned: true,
    html: p(
      '因校园供电线路检修，除分析测试中心有备用电源的仪器外，其余仪器当日停止开放，已提交的预约请提前改期。',
      '检修期间请各实验室提前关闭精密仪器并做好液氮、液氦补充。',
    ),
  },
  {
    title: '场发射透射电子显微镜上机培训报名',
    kind: 'training',
    daysAgo: 4,
    html:
      p('分析测试中心将举办场发射透射电子显微镜上机培训，内容包括理论讲解、样品制备与上机实操。') +
      table(
        ['时间', '内容', '地点'],
        [
          ['第一天 9:00–11:30', '透射电镜原理与应用', '测试中心楼 301'],
          ['第一天 14:00–17:00', '样品制备演示', '测试中心楼 102'],
          ['第二天 9:00–17:00', '分组上机实操', '测试中心楼 101'],
        ],
      ) +
      p('名额 20 人，报满为止。考核合格者可取得自主上机资格。'),
  },
  {
    title: '分析测试中心新增聚焦离子束-电子束双束系统',
    kind: 'news',
    daysAgo: 7,
    html: p(
      '近日，聚焦离子束-电子束双束系统完成安装调试并投入使用，可开展透射样品定点制备、截面加工与三维重构。',
      '该设备全天开放，欢迎预约。首批用户可享受技术人员全程协助。',
    ),
  },
  {
    title: '2026 年度大型仪器设备使用效益评价结果公布',
    kind: 'news',
    daysAgo: 12,
    html:
      p(
        '本年度共有 186 台（套）大型仪器参加效益评价，评价指标包括机时利用、人才培养、科研成果、服务收入与功能开发五个方面。',
      ) +
      table(
        ['等级', '台（套）', '比例'],
        [
          ['优秀', '52', '28%'],
          ['良好', '87', '47%'],
          ['合格', '41', '22%'],
          ['不合格', '6', '3%'],
        ],
      ),
  },
  {
    title: '关于调整部分仪器收费标准的公示',
    kind: 'notice',
    daysAgo: 16,
    html: p(
      '根据《大型仪器设备开放共享收费管理办法》，经收费论证，拟对部分仪器收费标准进行调整。公示期 7 个工作日，如有异议请与资产与实验室管理处联系。',
      '新标准自公示期满次月起执行，此前提交的预约仍按原标准结算。',
    ),
  },
  {
    title: '核磁共振波谱仪液氦补充停机通知',
    kind: 'notice',
    daysAgo: 9,
    html: p('波谱与质谱实验室两台核磁共振波谱仪将进行液氦补充，停机半天，请合理安排测试。'),
  },
  {
    title: '流式细胞术数据分析专题讲座',
    kind: 'training',
    daysAgo: 24,
    html: p(
      '主讲人将介绍多色流式方案设计、补偿调节与常见问题，欢迎感兴趣的师生参加。',
      '<em>参加者可计入实验室安全与技能培训学时。</em>',
    ),
  },
  {
    title: '开放共享平台支持线下汇款结算',
    kind: 'news',
    daysAgo: 30,
    html: p('校外用户可在确认测试单后打印缴费单，汇款并登记凭证号，财务处确认到账后即完成结算。'),
  },
  {
    title: '寒暑假期间仪器开放安排',
    kind: 'notice',
    daysAgo: 45,
    html: p(
      '寒暑假期间各实验室实行值班制度，具体开放时间以仪器页面显示为准。',
      '请假期使用仪器的同学注意安全，两人以上方可进入实验室。',
    ),
  },
  {
    title: '实验室安全与大型仪器规范操作培训',
    kind: 'training',
    daysAgo: 52,
    html: p('新进实验室人员须参加安全准入培训与考试，成绩合格后方可预约自主上机。'),
  },
  {
    title: '关于规范使用经费卡结算测试费的通知',
    kind: 'notice',
    daysAgo: 70,
    html: p(
      '经费卡持有人可授权课题组成员使用，并设置单次与累计限额。请妥善管理授权，项目结题前及时完成结算。',
    ),
  },
  {
    title: '全国大型仪器共享服务优秀案例申报',
    kind: 'notice',
    daysAgo: 1,
    state: 'draft',
    html: p('请各单位推荐优秀案例（草稿，待补充申报截止日期）。'),
  },
  {
    title: '仪器开放日活动（已结束）',
    kind: 'news',
    daysAgo: 90,
    state: 'withdrawn',
    html: p('仪器开放日活动已结束，感谢各位师生参与。'),
  },
  {
    title: '电子显微镜实验室安全须知',
    kind: 'notice',
    daysAgo: 33,
    lab: true,
    html: p('进入实验室请更换鞋套；磁性样品、含水样品与粉末样品须事先说明，未经许可不得上机。'),
  },
  {
    title: '扫描电镜能谱附件升级完成',
    kind: 'news',
    daysAgo: 6,
    lab: true,
    html: p('场发射扫描电子显微镜能谱仪已更换大面积探测器，面分布采集效率提高约三倍。'),
  },
  {
    title: '校内用户经费卡年度结转安排',
    kind: 'notice',
    daysAgo: 6,
    audience: 'signed_in',
    html: p(
      '请各课题组于本月二十日前确认未结算的测试单，逾期未结算的费用计入下一年度。',
      '经费卡有效期将于年底统一延长，无须另行申请。',
    ),
  },
  {
    title: '下学期仪器共享培训计划',
    kind: 'training',
    daysAgo: -5,
    html: p('下学期将安排电镜、核磁、质谱与光谱四类仪器的上机培训，具体时间与名额以各实验室动态为准。'),
  },
]
