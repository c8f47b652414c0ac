import { listGrams } from '../../kernel/search.rules.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { castId } from '../campus/labs.ts'
import type { CastName } from '../cast.ts'

const DAY_MINUTES = 1440

const categories: readonly { name: string; answerer: CastName | null }[] = [
  { name: '仪器预约', answerer: 'labadmin' },
  { name: '费用结算', answerer: 'finance' },
  { name: '账号与权限', answerer: null },
  { name: '送样与测试', answerer: 'reviewer' },
]

interface Asked {
  /** Category id, from 1. */
  category: number
  title: string
  body: string
  by: CastName
  daysAgo: number
  answer?: string
  answeredBy?: CastName
  unshared?: true
}
const questions: readonly Asked[] = [
  {
    category: 1,
    title: '预约审核通过后还能修改时间吗？',
    body: '我预约了下周三上午的扫描电镜，现在想改到下午，需要取消重新预约吗？',
    by: 'booker',
    daysAgo: 26,
    answer: '不需要取消。在“我的预约”打开该预约，点击“修改”，选择新的空闲时段后提交，由审核员重新确认即可。',
    answeredBy: 'labadmin',
  },
  {
    category: 2,
    title: '经费卡余额不足时怎么办？',
    body: '结算时提示可用余额不足，能否先用一部分经费卡，其余线下汇款？',
    by: 'payer',
    daysAgo: 21,
    answer:
      '同一张结算单只能选择一种方式，但可以用多张经费卡分摊。也可以把测试单分成两次结算，一次用经费卡，一次线下汇款。',
    answeredBy: 'finance',
  },
  {
    category: 3,
    title: '校外合作单位的同学如何登录？',
    body: '合作单位的研究生没有校内账号，怎样使用平台预约仪器？',
    by: 'payer',
    daysAgo: 17,
    answer: '请在登录页点击“我是校外用户，尚未注册”完成注册，审核通过后即可按校外标准预约。',
    answeredBy: 'sysadmin',
  },
  {
    category: 4,
    title: '粉末样品送样需要多少量？',
    body: 'X 射线衍射测试的粉末样品最少需要多少？需要研磨到多细？',
    by: 'experimenter',
    daysAgo: 12,
    answer: '一般需要 0.5 克以上，研磨至 300 目左右。样品量少时请在送样登记中注明，我们会使用低背景样品架。',
    answeredBy: 'reviewer',
  },
  {
    category: 1,
    title: '夜间可以独立上机吗？',
    body: '实验需要连续运行十小时，想申请夜间使用，需要什么条件？',
    by: 'experimenter',
    daysAgo: 8,
    answer: '取得自主上机资格、并完成实验室安全准入培训后可以预约夜间时段；贵重仪器夜间使用须有两人在场。',
    answeredBy: 'labadmin',
  },
  {
    category: 2,
    title: '测试费发票抬头填错了如何更正？',
    body: '线下汇款后发票抬头少了两个字，请问如何更换？',
    by: 'offcampus',
    daysAgo: 5,
    answer: '请将原发票退回财务处并附情况说明，核对后五个工作日内重新开具。',
    answeredBy: 'finance',
    unshared: true,
  },
  {
    category: 4,
    title: '含氟样品能做质谱吗？',
    body: '样品中含少量氢氟酸，能否做电感耦合等离子体质谱？',
    by: 'booker',
    daysAgo: 2,
  },
  {
    category: 3,
    title: '更换导师后如何变更付款人？',
    body: '我这学期转到新的课题组，预约时付款人仍显示原导师，如何变更？',
    by: 'booker',
    daysAgo: 1,
  },
]

const contacts = [
  {
    post: '平台服务热线',
    name: '宋佳',
    phone: '010-62345601',
    email: 'equipment@example.edu.cn',
    office: '行政楼 212',
    hours: '工作日 8:30–11:30，14:00–17:00',
    duty: '平台使用、预约与权限咨询',
  },
  {
    post: '费用结算',
    name: '沈玉兰',
    phone: '010-62345602',
    email: 'finance@example.edu.cn',
    office: '财务处 103',
    hours: '工作日 8:30–11:30',
    duty: '经费卡扣款、线下汇款与发票',
  },
  {
    post: '校外服务',
    name: '唐海峰',
    phone: '010-62345603',
    email: null,
    office: '行政楼 208',
    hours: '工作日 9:00–17:00',
    duty: '校外单位合作与委托测试',
  },
  {
    post: '安全值班',
    name: '周建国',
    phone: '010-62345110',
    email: null,
    office: null,
    hours: '全天',
    duty: '仪器与实验室安全紧急情况',
  },
]

/** Questions, answers and contacts. */
export function fillService(copier: Copier, now: Date): void {
  const categoryRows = copier.table('consulting_category', ['id', 'name', 'sort'])
  const answererRows = copier.table('consulting_answerer', ['category_id', 'user_id'])
  for (const [i, { name, answerer }] of categories.entries()) {
    categoryRows.add({ id: i + 1, name, sort: i })
    if (answerer) answererRows.add({ category_id: i + 1, user_id: castId(answerer) })
  }
  const questionRows = copier.table('consulting', [
    'category_id',
    'title',
    'body',
    'asker_id',
    'asked_at',
    'state',
    'shared',
    'answer',
    'answered_by',
    'answered_at',
    'views',
    'search_text',
    'search_grams',
  ])
  for (const [i, q] of questions.entries()) {
    const at = addMinutes(now, -q.daysAgo * DAY_MINUTES - 90)
    const { text, grams } = listGrams([q.title], { prose: q.body })
    questionRows.add({
      category_id: q.category,
      title: q.title,
      body: q.body,
      asker_id: castId(q.by),
      asked_at: at,
      state: q.answer ? 'answered' : 'waiting',
      shared: !q.unshared,
      answer: q.answer ?? null,
      answered_by: q.answeredBy ? castId(q.answeredBy) : null,
      answered_at: q.answer ? addMinutes(at, 240 + i * 35) : null,
      views: q.answer && !q.unshared ? 30 + i * 17 : 0,
      search_text: text,
      search_grams: grams,
    })
  }
  const contactRows = copier.table('share_contact', [
    'lab_id',
    'post',
    'name',
    'phone',
    'email',
    'office',
    'hours',
    'duty',
    'sort',
    'updated_at',
  ])
  for (const [sort, c] of contacts.entries()) contactRows.add({ ...c, lab_id: null, sort, updated_at: now })
  contactRows.add({
    lab_id: 1,
    post: '电镜预约与送样',
    name: '何静',
    phone: '010-62345711',
    email: 'labadmin@example.edu.cn',
    office: null,
    hours: '工作日 8:30–17:00',
    duty: '上机安排、样品接收',
    sort: 0,
    updated_at: now,
  })
}
