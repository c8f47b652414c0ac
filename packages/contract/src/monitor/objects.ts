import { acceptanceNumber, acceptanceStateWords } from '../acceptance/acceptance.ts'
import { repairOrderStateWords, scrapStateWords, transferStateWords } from '../asset/asset.ts'
import { repairNumber, scrapNumber, transferNumber } from '../asset/parts.ts'
import { stocktakeStateWords } from '../asset/stocktake.ts'
import { bookingStateWords, sampleStateWords } from '../booking/booking.ts'
import { consultingStateWords } from '../consulting/consulting.ts'
import { deliveryNumber, deliveryStateWords, pieceStateWords } from '../delivery/delivery.ts'
import { deviceStatusWords } from '../device/body.ts'
import { repairStateWords } from '../device-record/device-record.ts'
import { fundCardStateWords } from '../fund-card/fund-card.ts'
import { labRoleWords } from '../lab/lab.ts'
import { noticeStateWords } from '../notice/notice.ts'
import { panelStateWords } from '../panel/panel.ts'
import { tierWords, userTypeWords } from '../people/people.ts'
import { purchaseNumber, purchaseStateWords } from '../purchase/purchase.ts'
import { settlementNumber, settlementStateWords } from '../settlement/settlement.ts'
import { stockInNumber, stockInStateWords } from '../stock-in/stock-in.ts'
import { supplierStateWords } from '../supplier/supplier.ts'
import { tenderNumber, tenderStateWords } from '../tender/tender.ts'
import { testOrderNumber, testOrderStateWords } from '../test-order/test-order.ts'

// What the operation log calls the rows and fields that were written: people read 仪器 and 放置房间, not device and room_id.

/** Of each kind of row: its word, and where one is seen. */
export const objectWords: Readonly<Record<string, { word: string; link?: string }>> = {
  user_account: { word: '用户' }, user_role: { word: '用户角色' }, role: { word: '角色' }, role_permission: { word: '角色权限' }, role_menu: { word: '角色菜单' },
  permission: { word: '权限' }, post: { word: '岗位' }, user_post: { word: '岗位人员' }, dept: { word: '单位' }, dept_duty: { word: '单位职责' }, dept_contact: { word: '单位岗位' },
  dictionary: { word: '数据字典' }, dictionary_item: { word: '字典条目' }, building: { word: '楼宇' }, room: { word: '房间' }, campus_map: { word: '校园地图' },
  lab: { word: '实验室', link: '/lab/homepage?serialId=' }, lab_member: { word: '实验室人员' }, lab_room: { word: '实验室房间' }, lab_description: { word: '实验室简介' },
  device: { word: '仪器', link: '/dashboard/deviceDetail?id=' }, device_category: { word: '仪器分类' }, device_reviewer: { word: '设备审核员' }, device_repair: { word: '维修记录' },
  device_achievement: { word: '科研成果' }, device_teaching: { word: '教学记录' }, opening: { word: '开放设置' }, opening_window: { word: '开放时段' }, opening_exception: { word: '例外日期' },
  price_plan: { word: '收费标准' }, price_justification: { word: '收费论证' }, qualification: { word: '使用资格' }, fund_card: { word: '经费卡' }, fund_card_user: { word: '经费卡使用人' },
  booking: { word: '预约', link: '/appointment/orderDetail?id=' }, booking_sample: { word: '送样' }, violation: { word: '违约记录' },
  test_order_version: { word: '测试单的修改' }, test_order_withdrawal: { word: '测试单的撤回' },
  test_order: { word: '测试单', link: '/account/measureInfo?id=' }, settlement: { word: '结算单', link: '/account/payOrderDetail?id=' }, settlement_item: { word: '结算明细' }, settlement_share: { word: '结算分摊' },
  purchase: { word: '申购', link: '/osp/subscribe/subscribeFill?id=' }, purchase_item: { word: '申购明细' }, purchase_source: { word: '经费来源' }, purchase_quote: { word: '报价' }, purchase_paper: { word: '申购材料' },
  panel: { word: '论证' }, panel_expert: { word: '论证专家' }, tender: { word: '招标' }, tender_member: { word: '评标成员' }, tender_invitation: { word: '邀请供应商' },
  supplier: { word: '供应商' }, supplier_user: { word: '供应商用户' }, supplier_paper: { word: '供应商材料' }, delivery: { word: '供货单' }, piece: { word: '到货设备' },
  acceptance: { word: '验收单' }, acceptance_piece: { word: '验收设备' }, acceptance_check: { word: '验收项目' }, acceptance_member: { word: '验收人员' },
  stock_in: { word: '入库单' }, stock_in_piece: { word: '入库设备' }, invoice: { word: '发票' }, asset_transfer: { word: '调拨', link: '/osp/asset/transfers?id=' }, transfer: { word: '调拨', link: '/osp/asset/transfers?id=' },
  repair_order: { word: '维修单' }, repair: { word: '维修单' }, scrap: { word: '报废' }, stocktake: { word: '盘点' }, stocktake_scan: { word: '盘点记录' }, stocktake_missing: { word: '盘亏记录' },
  maintenance_plan: { word: '维护计划' }, maintenance_record: { word: '维护记录' }, asset_report: { word: '固定资产填报' },
  notice: { word: '公告与动态' }, guidance: { word: '指南' }, download: { word: '下载资料' }, download_category: { word: '下载分类' }, resource: { word: '资料' }, resource_category: { word: '资料分类' },
  consulting: { word: '咨询' }, consulting_category: { word: '咨询分类' }, consulting_answerer: { word: '答疑人' }, carousel: { word: '轮播图' }, share_contact: { word: '联系人' },
  site_setting: { word: '站点设置' }, site: { word: '站点设置' }, mail_setting: { word: '邮件服务器' }, approval_policy: { word: '审核配置' }, job: { word: '定时任务' }, job_pause: { word: '定时任务' },
  known_network: { word: '常用登录网络' }, fund_card_short: { word: '经费卡不足提醒' }, cache: { word: '缓存' }, file: { word: '附件' }, favorite: { word: '收藏' }, bulk_import: { word: '导入' }, exception: { word: '异常' }, exception_log: { word: '异常' }, outbox: { word: '邮件' },
}

const fieldWords: Readonly<Record<string, string>> = {
  name: '名称', title: '标题', code: '编码', number: '编号', serial_id: '编号', state: '状态', status: '状态', enabled: '启用', kind: '类别', type: '类型', sort: '排序', remark: '备注', note: '说明', reason: '原因',
  status_note: '状态说明', phone: '电话', email: '邮箱', address: '地址', description: '描述', label: '标签', value: '值', parent_id: '上级', dept_id: '单位', lab_id: '实验室', device_id: '仪器', room_id: '房间',
  building_id: '楼宇', user_id: '人员', role_id: '角色', permission_id: '权限', post_id: '岗位', category_id: '分类', contact_id: '联系人', card_id: '经费卡', fund_card_id: '经费卡', booking_id: '预约',
  supplier_id: '供应商', purchase_id: '申购', tender_id: '招标', file_id: '附件', image_file_id: '封面', avatar_file_id: '头像', voucher_file_id: '凭证', owner_id: '负责人', head_id: '负责人', founded_year: '建立年份', supervisor_id: '导师', payer_id: '付款人', booker_id: '预约人',
  experimenter_id: '实验人', requester_id: '申请人', keeper_id: '保管人', custodian_id: '保管人', reporter_id: '报修人', author_id: '作者', uploaded_by: '上传人', confirmed_by: '确认人', stored_by: '入库人',
  username: '用户名', user_type: '用户类型', tier: '收费档', on_campus: '校内人员', organization: '单位名称', must_change_password: '须修改密码', password: '密码', suspended_until: '暂停预约至',
  suspended_reason: '暂停原因', role: '职务', duty: '职责', intro: '简介', body_html: '正文', body: '正文', summary: '摘要', content: '内容', link: '链接', pinned: '置顶', publish_at: '发布时间', audience: '可见范围',
  floors: '楼层数', floor: '楼层', area_m2: '面积', use: '用途', campus: '校区', map_x: '地图位置', map_y: '地图位置', grade: '级别', english_name: '英文名称', alias: '常用名', model: '型号', spec: '规格',
  manufacturer: '生产厂家', country: '产地国别', factory_number: '出厂编号', supplier: '供货商', price_fen: '价格', made_on: '出厂日期', bought_on: '购置日期', enabled_on: '启用日期',
  warranty_until: '保修截止日期', shared: '共享', share_mode: '共享模式', opened: '开放', functions: '主要功能', indicators: '主要技术指标', accessories: '主要附件', hazards: '危险源', services: '服务内容',
  results: '服务成果', notes: '用户须知', sharing_rules: '开放共享规定', fee_note: '参考收费标准', tags: '标签', subjects: '学科领域', gbt_code: '国标分类号', moe_code: '教育部分类号', origin: '来源',
  funding: '经费来源', design: '仪器类型', purpose: '用途', imported: '进口', under_customs: '海关监管', running: '运行状态', weekday: '星期', from_minute: '开始时刻', to_minute: '结束时刻',
  valid_from: '生效日期', valid_to: '失效日期', valid_until: '有效期至', first_day: '首日', last_day: '末日', min_minutes: '最短时长', max_minutes: '最长时长', grid_minutes: '预约刻度',
  horizon_days: '可提前天数', notice_minutes: '至少提前', cancel_limit_minutes: '取消期限', grace_minutes: '迟到宽限', self_operated: '自主上机', sample_delivery: '送样', seats: '机位', seat: '机位',
  qualification_required: '须有使用资格', fund_card_required: '须有经费卡', started_at: '开始时间', ended_at: '结束时间', finished_at: '完成时间', period: '时段', estimate_fen: '预估费用', fee_fen: '费用',
  total_fen: '合计', amount_fen: '金额', balance_fen: '余额', frozen_fen: '冻结金额', used_fen: '已用金额', total_limit_fen: '总限额', per_use_limit_fen: '单次限额', budget_fen: '预算', unit_price_fen: '单价',
  contract_fen: '合同金额', contract_number: '合同编号', contract_on: '合同日期', award_fen: '成交金额', award_reason: '成交理由', awarded_at: '成交时间', quantity: '数量', unit: '单位', minutes: '时长',
  submitted_at: '提交时间', confirmed_at: '确认时间', stored_at: '入库时间', done_at: '办结时间', signed_at: '签字时间', opened_at: '开启时间', opens_at: '开标时间', closed_at: '关闭时间', accepted_on: '验收日期',
  expected_on: '期望到货日期', deliver_by: '交货期限', delivery_days: '交货天数', verdict: '结论', opinion: '意见', conclusion: '结论', method: '采购方式', project_name: '项目名称', project_code: '项目编号',
  duty_free_number: '征免税证明编号', payment_way: '付款方式', payment_note: '付款说明', voucher_number: '凭证号', invoice_title: '发票抬头', credit_code: '统一社会信用代码', legal_person: '法定代表人',
  contact: '联系人', company: '单位', bank_name: '开户银行', bank_account: '银行账号', asset_number: '资产编号', to_lab_id: '调入实验室', from_lab_id: '调出实验室', to_room_id: '调入房间', to_keeper_id: '接收保管人',
  why: '理由', fault: '故障现象', solution: '处理结果', cost_fen: '费用', urgent: '紧急', host: '服务器', port: '端口', security: '加密方式', from_address: '发件地址', from_name: '发件人', school: '学校', place: '地点',
  links: '链接', mailbox: '邮箱', postcode: '邮编', department: '主管部门', advice: '提示', rates: '费率', basis: '计费方式', version: '版本', business: '业务', step: '环节', timeout_hours: '超时（小时）',
  answer: '回复', answered_at: '回复时间', answered_by: '回复人', question: '问题', revoked_at: '撤销时间', document_no: '文号', issuer: '发文单位', issued_on: '发布日期', mime: '文件格式', bytes: '大小',
  visibility: '可见范围', row_id: '所属记录', width: '宽', height: '高', unshown_since: '移出正文时间', resolved_at: '处理时间', resolved_by: '处理人', resolved_note: '处理说明', purchased: '已购置', samples: '样品',
  cosigners: '会签人', receiver_id: '接收人', scale: '规模', acceptance_id: '验收单', item: '项目', ok: '合格', live: '有效', piece_id: '到货设备', from_amount_fen: '起点金额', on_timeout: '超时处理',
  required: '必须', condition: '现状', cancel_fee_fen: '取消费用', end_kind: '结束方式', held_fen: '占用金额', overridden: '已越过的限制', overrun_told_at: '超时提醒时间', pay_mode: '付款方式',
  price_plan_id: '收费标准', project: '课题', quote: '报价明细', reminded_at: '提醒时间', sample_count: '样品数', used: '实际使用', count: '数量', form: '形态', hazard: '危险性', return_wanted: '须退回样品',
  wishes: '测试要求', bad_count: '有误行数', beat_at: '进行时间', changed_count: '修改行数', file_name: '文件名', message: '提示', new_count: '新增行数', progress: '进度', same_count: '无变化行数',
  warned_count: '警告行数', shapes: '图形', from_day: '开始日期', subtitle: '副标题', until_day: '结束日期', asked_at: '提问时间', asker_id: '提问人', office: '办公地点', post: '岗位', achieved_on: '取得日期',
  level: '级别', people: '完成人', source: '来源', detail: '详情', expected_at: '预计时间', handler: '处理人', result: '结果', vendor: '维修单位', held_on: '日期', mastery: '掌握程度', others: '其他人员',
  students: '学生', teacher: '教师', teachers: '教师人数', builtin: '系统内置', kept_by: '维护部门', dictionary_id: '数据字典', target_id: '收藏对象', no: '序号', sha256: '文件校验值', credit_fen: '信用额度',
  disabled_reason: '停用原因', told_on: '提醒日期', stock_in_id: '入库单', tax_fen: '税额', job: '任务', paused_at: '暂停时间', paused_by: '暂停人', expires_at: '到期时间', network: '网络', only_one: '唯一设置',
  every_days: '间隔天数', next_on: '下次日期', reminded_on: '提醒日期', done_by: '执行人', done_on: '执行日期', plan_id: '保养计划', what: '内容', announced_at: '发布通知时间', admitted_tiers: '开放对象',
  admitted_user_types: '开放用户类型', capacity: '机位数', pay_modes: '付款方式', quota_day_minutes: '每人每日时长', quota_running: '每人预约数', quota_week_minutes: '每人每周时长', open: '开放',
  campus_third: '校外专家占三分之一以上', min_experts: '最少专家数', min_lawyers: '最少法律专家数', odd: '专家数为奇数', outside_only: '均为校外专家', own_third: '本单位专家不超过三分之一', senior_only: '均为高级职称',
  statement: '论证说明', unanimous: '须一致同意', outside: '校外', panel_id: '论证', profession: '专业', seal: '签章', signed_from: '签字地址', item_id: '申购明细', refused_reason: '不同意的原因',
  comparisons: '同类比较', costs: '费用', grounds: '依据', meeting_day: '会议日期', meeting_place: '会议地点', participants: '参会人员', proposed: '建议标准', yearly_quantity: '年使用量', effective: '生效日期',
  bond_fen: '履约保证金', bond_percent: '履约保证金比例', bond_return: '保证金退还', precious: '贵重仪器', warranty_months: '质保月数', agency_fen: '代理费', award_price_fen: '成交单价',
  contract_price_fen: '合同单价', currency: '币种', customs_fen: '关税及费用', duty_free: '免税', foreign_price: '外币价格', freight_fen: '运费', insurance_fen: '保险费', justification: '论证说明',
  precious_case: '贵重仪器论证', price_basis: '价格依据', price_term: '价格条款', rate_micro: '汇率', rate_on: '汇率日期', tariff_fen: '关税', vat_fen: '增值税', chosen: '已选用', granted_at: '授予时间',
  granted_by: '授予人', warned_at: '提醒时间', assignee_id: '维修负责人', booking_way: '预约处理', repair_id: '维修单', revoked: '已撤销的预约', path: '菜单', disposed_on: '处置日期', income_fen: '处置收入',
  recycler: '回收单位', way: '方式', posted_on: '记账日期', posting_number: '记账凭证号', refund_number: '退款凭证号', refunded_at: '退款时间', refunded_by: '退款人', refunded_on: '退款日期', remitted_on: '汇款日期',
  remitter: '汇款人', reversed_by: '冲销人', settled_at: '结清时间', settled_by: '结清人', starter_id: '发起人', settlement_id: '结算单', test_order_id: '测试单', owner_approved_at: '持卡人同意时间', hours: '服务时间',
  air: '空气质量', temperature: '温度', paid_on: '付款日期', payment: '付款方式', reimbursed_at: '报销时间', reimbursed_by: '报销确认人', round: '轮次', expected: '应盘台数', year: '年度', stocktake_id: '盘点',
  expected_room_id: '登记房间', in_scope: '在盘点范围', moved: '房间不符', scanned_at: '盘点时间', scanned_by: '盘点人', was_scrapped: '已报废仍在', business_scope: '经营范围', invited_at: '邀请时间',
  invited_by: '邀请人', invoice_address: '开票地址', token_until: '链接有效期', warned_on: '提醒日期', announcement_html: '公告正文', commercial_points: '商务分', committee_size: '评审人数', evaluated_at: '评审时间',
  evaluation_summary: '评审结论', max_price_fen: '最高限价', min_quotations: '最少报价数', price_points: '价格分', quotation_id: '成交报价', scoring: '评分办法', chair: '组长', named_at: '指定时间', own: '本单位',
  actual: '实际使用时间', bill: '费用明细', confirmed_by_system: '系统自动确认', filled_by: '填写人', outcomes: '测试结果', proposed_at: '提议时间', proposed_by: '提议人', proposed_payer_id: '提议的付款人',
  proposed_reason: '提议原因', corrected_at: '更正时间', corrected_by: '更正人', withdrawn_at: '撤回时间', withdrawn_by: '撤回人', cas_subject: '统一身份认证编号', since: '开始日期', appeal_reason: '申诉理由',
  appealed_at: '申诉时间', at: '时间', decided_by: '处理人', decision_reason: '处理说明', revoked_by: '撤销人', deputy_id: '代理人', steps: '环节',
}
/** Of a column that nobody has named; a test finds those. */
export const NO_WORD = '其他信息'
export const fieldWord = (column: string): string => fieldWords[column] ?? NO_WORD

/** What is printed on the paper of a row. */
export const numberOfRow: Readonly<Record<string, (id: number) => string>> = {
  acceptance: acceptanceNumber, delivery: deliveryNumber, purchase: purchaseNumber, settlement: settlementNumber, stock_in: stockInNumber, tender: tenderNumber, test_order: testOrderNumber,
  asset_transfer: transferNumber, repair_order: repairNumber, scrap: scrapNumber,
}

const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  acceptance: acceptanceStateWords, asset_transfer: transferStateWords, repair_order: repairOrderStateWords, scrap: scrapStateWords, stocktake: stocktakeStateWords, booking: bookingStateWords,
  booking_sample: sampleStateWords, consulting: consultingStateWords, delivery: deliveryStateWords, piece: pieceStateWords, device_repair: repairStateWords, fund_card: fundCardStateWords,
  notice: noticeStateWords, panel: panelStateWords, purchase: purchaseStateWords, settlement: settlementStateWords, stock_in: stockInStateWords, supplier: supplierStateWords, tender: tenderStateWords,
  test_order: testOrderStateWords,
}
/** 已通过 for `approved` of a booking's `state`; undefined: as it stands. */
export function valueWord(table: string, column: string, value: string): string | undefined {
  const words: Readonly<Record<string, string>> | undefined =
    column === 'state' ? states[table] : column === 'status' ? deviceStatusWords : column === 'tier' ? tierWords : column === 'user_type' ? userTypeWords : table === 'lab_member' ? labRoleWords : undefined
  return words?.[value]
}

const people = /^(user|head|deputy|contact|owner|payer|proposed_payer|booker|experimenter|requester|keeper|to_keeper|custodian|reporter|author|supervisor|asker|assignee|starter|receiver)_id$|_by$/
const rows: Readonly<Record<string, string>> = {
  dept_id: 'dept', lab_id: 'lab', to_lab_id: 'lab', from_lab_id: 'lab', device_id: 'device', room_id: 'room', to_room_id: 'room', building_id: 'building', expected_room_id: 'room', role_id: 'role', permission_id: 'permission',
  post_id: 'post', card_id: 'fund_card', fund_card_id: 'fund_card', supplier_id: 'supplier', purchase_id: 'purchase', tender_id: 'tender', booking_id: 'booking', dictionary_id: 'dictionary',
}
/** Whose row a field names. */
export function rowNamedBy(table: string, column: string): string | undefined {
  if (column === 'parent_id') return table
  if (column === 'category_id') return table === 'device' ? 'device_category' : `${table}_category`
  return rows[column] ?? (people.test(column) ? 'user_account' : undefined)
}
