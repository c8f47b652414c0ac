import { optionalEmail, optionalLine, optionalPhone, line } from '@portal/contract/kernel/fields'
import { tierWords, username, type Tier } from '@portal/contract/people/people'
import { z } from 'zod'
import { type ImportValues } from '../../bulk/bulk.service.ts'

const tierByWord = new Map(
  Object.entries(tierWords).flatMap(([tier, word]) => [
    [word, tier as Tier],
    [tier, tier as Tier],
  ]),
)

export const columns = {
  username: {
    header: '用户名',
    schema: username,
    sample: 'zhangsan',
    required: true,
    also: ['账号', '工号', '学号', '学工号'],
    note: '学号、工号或登录名；已有的用户名表示修改该用户',
  },
  name: { header: '姓名', schema: line('姓名', 50), sample: '张三', required: true },
  userType: {
    header: '用户类型',
    schema: optionalLine('用户类型', 20),
    sample: '教师',
    also: ['类型', '身份'],
    note: '字典“用户类型”中的名称或值；不填：新用户按学生',
  },
  dept: {
    header: '单位',
    schema: optionalLine('单位', 100),
    sample: '材料科学与工程学院',
    also: ['部门', '院系', '所属单位', '部门编码'],
    note: '部门的名称或编码',
    width: 28,
  },
  email: {
    header: '邮箱',
    schema: optionalEmail,
    sample: 'zhangsan@example.edu.cn',
    also: ['电子邮箱', 'email'],
    width: 28,
  },
  phone: {
    header: '电话',
    schema: optionalPhone,
    sample: '13800001111',
    also: ['手机', '手机号', '联系电话'],
  },
  tier: {
    header: '收费类别',
    schema: z
      .string()
      .refine((s) => tierByWord.has(s), '收费类别应为校内、外校或企业')
      .nullish()
      .transform((s) => (s ? (tierByWord.get(s) ?? null) : null)),
    sample: '校内',
    note: '校内、外校或企业；不填：新用户按校内。新用户由此列为校内或校外用户，已有用户只改收费',
  },
  organization: {
    header: '校外单位',
    schema: optionalLine('校外单位', 100),
    sample: '',
    note: '外校或企业人员的单位名称',
    width: 28,
  },
  supervisor: {
    header: '导师',
    schema: optionalLine('导师', 64).transform((s) => s?.toLowerCase() ?? null),
    sample: '',
    also: ['导师工号', '导师用户名', '指导教师', '指导教师工号'],
    note: '导师的工号或用户名，已登记的，或同一文件中的；学生预约时默认由其付款。填“无”表示没有导师',
  },
  roles: {
    header: '角色',
    schema: optionalLine('角色', 300),
    sample: '教师',
    note:
      '角色的名称或编码，多个用顿号分开；只对新用户有效，已有用户的角色请在用户列表中修改。' +
      '不填：教师、实验技术人员为教师，学生为学生，校外人员为校外用户',
    width: 28,
  },
  enabled: {
    header: '状态',
    schema: z
      .string()
      .refine((s) => s === '启用' || s === '停用', '状态应为启用或停用')
      .nullish()
      .transform((s) => (s ? s === '启用' : null)),
    sample: '启用',
    note: '启用或停用；不填：新用户为启用，已有用户不变。停用时未使用的预约、结算、经费卡等一并处理',
  },
} as const

export type Row = ImportValues<typeof columns>
