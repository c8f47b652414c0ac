import {
  deviceBase,
  deviceDesignWords,
  deviceFundingWords,
  deviceOriginWords,
  devicePurposeWords,
  deviceRunningWords,
  deviceStatusWords,
  shareModeWords,
} from '@portal/contract/device/body'
import { line, optionalLine } from '@portal/contract/kernel/fields'
import { optionalDay, defineWord, yuan } from '../bulk/cell.rules.ts'
import type { ImportValues } from '../bulk/sheet.rules.ts'

// Columns of a device file. Each cell follows the schema of the form's field.

const f = deviceBase.shape
const yesNo = { yes: '是', no: '否' } as const
const listWords = (words: Record<string, string>) => Object.values(words).join('、')
export const columns = {
  serialId: {
    header: '资产编号',
    schema: f.serialId,
    sample: '202600001',
    required: true,
    also: ['仪器编号', '设备编号'],
    note: '已有的编号表示修改该仪器',
    width: 20,
  },
  name: {
    header: '仪器名称',
    schema: f.name,
    sample: '场发射扫描电子显微镜',
    required: true,
    also: ['名称', '设备名称'],
    width: 30,
  },
  englishName: { header: '英文名称', schema: f.englishName, sample: 'Field Emission SEM', width: 26 },
  alias: { header: '常用名', schema: f.alias, sample: '扫描电镜、SEM' },
  model: { header: '型号', schema: f.model, sample: 'JSM-7800F' },
  spec: { header: '规格', schema: f.spec, sample: '' },
  manufacturer: {
    header: '生产厂家',
    schema: f.manufacturer,
    sample: '日本电子',
    also: ['厂家', '制造商'],
    width: 24,
  },
  country: { header: '产地国别', schema: f.country, sample: '日本', also: ['国别'] },
  factoryNumber: { header: '出厂编号', schema: f.factoryNumber, sample: '' },
  madeOn: { header: '出厂日期', schema: optionalDay, sample: '2025-11-20', also: ['生产日期'] },
  supplier: { header: '供货商', schema: f.supplier, sample: '', width: 24 },
  category: {
    header: '分类编码',
    schema: optionalLine('分类编码', 20),
    sample: '0101',
    note: '“仪器分类”中的编码',
  },
  gbtCode: { header: '国标分类号', schema: f.gbtCode, sample: '' },
  moeCode: { header: '教育部分类号', schema: f.moeCode, sample: '03010101' },
  design: {
    header: '仪器类型',
    schema: defineWord('仪器类型', deviceDesignWords),
    sample: '通用',
    note: `${listWords(deviceDesignWords)}；上报国家平台用`,
  },
  purpose: {
    header: '使用方向',
    schema: defineWord('使用方向', devicePurposeWords),
    sample: '科研',
    note: `${listWords(devicePurposeWords)}；上报教育部用`,
  },
  lab: {
    header: '实验室',
    schema: line('实验室', 60),
    sample: 'LAB001',
    required: true,
    also: ['实验室编号', '实验室名称'],
    note: '编号或名称；单位随实验室',
    width: 24,
  },
  room: {
    header: '房间',
    schema: optionalLine('房间', 120),
    sample: 'B001 301',
    also: ['放置地点', '存放地点'],
    note: '楼宇编号或名称，空一格，房间号',
    width: 20,
  },
  contact: {
    header: '联系人用户名',
    schema: optionalLine('联系人用户名', 64),
    sample: '',
    also: ['联系人', '领用人'],
    note: '学号、工号或登录名',
  },
  origin: {
    header: '仪器来源',
    schema: defineWord('仪器来源', deviceOriginWords),
    sample: '购置',
    note: listWords(deviceOriginWords),
  },
  funding: {
    header: '经费来源',
    schema: defineWord('经费来源', deviceFundingWords),
    sample: '中央财政',
    note: listWords(deviceFundingWords),
  },
  price: { header: '原值（元）', schema: yuan('原值'), sample: '3500000.00', also: ['原值', '单价', '金额'] },
  boughtOn: { header: '购置日期', schema: optionalDay, sample: '2026-01-15' },
  enabledOn: { header: '启用日期', schema: optionalDay, sample: '2026-03-01' },
  warrantyUntil: {
    header: '保修截止日期',
    schema: optionalDay,
    sample: '2029-01-15',
    also: ['质保截止日期', '质保截止'],
  },
  imported: {
    header: '进口设备',
    schema: defineWord('进口设备', yesNo),
    sample: '是',
    also: ['是否进口', '进口'],
    note: '是或否；新仪器不填为否',
  },
  underCustoms: {
    header: '海关监管',
    schema: defineWord('海关监管', yesNo),
    sample: '否',
    also: ['是否海关监管'],
    note: '是或否；新仪器不填为否',
  },
  status: {
    header: '状态',
    schema: defineWord('状态', deviceStatusWords),
    sample: '正常',
    note: `${listWords(deviceStatusWords)}；只对新仪器有效，不填为正常`,
  },
  running: {
    header: '运行状态',
    schema: defineWord('运行状态', deviceRunningWords),
    sample: '正常',
    note: `${listWords(deviceRunningWords)}；上报国家平台用`,
  },
  shared: {
    header: '共享',
    schema: defineWord('共享', yesNo),
    sample: '是',
    note: '是或否；新仪器不填为否',
  },
  shareMode: {
    header: '共享模式',
    schema: defineWord('共享模式', shareModeWords),
    sample: '外部共享',
    note: `${listWords(shareModeWords)}；上报国家平台用`,
  },
} as const
export type Columns = typeof columns
export type Row = ImportValues<Columns>
