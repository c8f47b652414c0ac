import {
  nationalSchema,
  type NationalKind,
  type NationalSchema,
} from '@portal/contract/national-report/schema'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { repoRoot } from '../kernel/env.ts'

/** The schema documents that the portal comes with, read from their files. */
export function seededSchemas(): Record<NationalKind, NationalSchema> {
  const file = path.join(repoRoot, 'apps/server/migrations/0082_national_report.sql')
  const parts = readFileSync(file, 'utf8').split('$json$')
  const documents = parts.filter((_, i) => i % 2 === 1).map((text) => nationalSchema.parse(JSON.parse(text)))
  // there is one document of each kind
  return Object.fromEntries(documents.map((d) => [d.kind, d])) as Record<NationalKind, NationalSchema>
}

/** Rows without any fault. */
export const goodDevice = (n: number): Record<string, string> => ({
  orgCode: '10335',
  innerId: `2023000${n}`,
  name: '场发射扫描电子显微镜',
  englishName: 'Field Emission Scanning Electron Microscope',
  belongType: '0',
  belongName: '',
  classCode: '030101',
  origin: '1',
  customs: '0',
  price: '356.40',
  country: 'JPN',
  manufacturer: '日立高新技术公司',
  enabledOn: '2023-03-15',
  design: '1',
  model: 'SU8600',
  indicators: '二次电子分辨率 0.6 nm（15 kV）',
  functions: '微区形貌与成分分析',
  subjects: '430,150',
  services: '形貌观察、能谱分析',
  results: '',
  running: '1',
  sharingRules: '校内外开放，需预约',
  feeNote: '校内 200 元/小时',
  bookingUrl: `https://portal.example.edu/deviceopen/deviceopenDetail?id=${n}`,
  province: '江苏省',
  city: '江州市',
  district: '东湖区',
  street: '学府路 1 号测试中心楼 101',
  contact: '王敏',
  phone: '0512-62880001',
  email: 'wangmin@example.edu',
  address: '江州市学府路 1 号',
  postcode: '215000',
  shareMode: '2',
  image: '',
  yearHours: '1280.50',
  serviceHours: '1100.00',
  funding: '1',
})
export const goodService = (n: number): Record<string, string> => ({
  innerId: '20230001',
  recordNumber: `B${n}`,
  amount: '400.00',
  beginAt: '2025-05-12 08',
  endAt: '2025-05-12 11',
  content: '陶瓷断口形貌',
  mode: '1',
  volume: '2.50',
  samples: '6',
  project: '无',
  funding: 'A',
  subjects: '430',
  research: '陶瓷断口形貌',
  applicant: '李雷',
  phone: '13800000000',
  email: 'lilei@example.edu',
  organization: '材料科学与工程学院',
  rating: '5',
  userType: '1',
  nature: '1',
  inside: '0',
  movedTo: '',
  agreement: '',
})
export const goodCustoms = (n: number): Record<string, string> => ({
  innerId: `2023000${n}`,
  dutyFreeNumber: 'Z23500000001',
  declaration: '230120231000000001',
  contract: 'HT-2023-001',
  port: '上海浦东',
  customsOffice: '金陵海关',
  importedOn: '2023-01-20',
  shared: '1',
  feeApproved: '1',
  hsCode: '9012100000',
})
