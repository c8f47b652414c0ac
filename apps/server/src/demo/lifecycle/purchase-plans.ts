import type { PurchaseState } from '@portal/contract/purchase/purchase'
import type { CastName } from '../cast.ts'

export interface ItemPlan {
  name: string
  model: string
  manufacturer: string
  country: string
  quantity: number
  unitYuan: number
  spec: string
}
/** How far a request has come: its state, or the state of its panels. */
export type PurchaseEnd =
  | Extract<
      PurchaseState,
      'draft' | 'awaiting_dept_head' | 'awaiting_equip_office' | 'awaiting_sourcing' | 'refused' | 'cancelled'
    >
  | 'panels_draft'
  | 'panels_signing'
  | 'disagreed'
export interface PurchasePlan {
  title: string
  /** Null: another teacher of the same college. */
  by: CastName | null
  daysAgo: number
  end: PurchaseEnd
  purpose: string
  reason?: string
  /** Half is paid from the card lent to the requester. */
  shared?: true
  items: readonly ItemPlan[]
}

const one = (
  name: string,
  model: string,
  manufacturer: string,
  country: string,
  quantity: number,
  unitYuan: number,
  spec: string,
): ItemPlan => ({ name, model, manufacturer, country, quantity, unitYuan, spec })

export const purchasePlans: readonly PurchasePlan[] = [
  {
    title: '分析天平购置',
    by: 'requester',
    daysAgo: 1,
    end: 'draft',
    purpose: '教学实验室扩容，现有天平不敷使用。',
    items: [one('分析天平', 'FA2204', '江州衡器厂', '中国', 4, 8_600, '量程 220 g，分辨率 0.1 mg')],
  },
  {
    title: '台式离心机与移液器购置',
    by: 'requester',
    daysAgo: 3,
    end: 'awaiting_dept_head',
    purpose: '本科生物实验课程更新设备。',
    items: [
      one('台式离心机', 'TG16', '湘江仪器', '中国', 3, 12_800, '最高转速 16000 rpm'),
      one('电动移液器', 'E1000', '江州生化器材', '中国', 10, 2_350, '100–1000 μL'),
    ],
  },
  {
    title: '激光粒度仪购置',
    by: null,
    daysAgo: 5,
    end: 'awaiting_dept_head',
    purpose: '粉体材料表征，院内没有同类仪器。',
    items: [one('激光粒度仪', 'LS-909', '东海光学', '中国', 1, 238_000, '0.01–3500 μm，干湿法')],
  },
  {
    title: '高低温试验箱购置',
    by: 'requester',
    shared: true,
    daysAgo: 9,
    end: 'awaiting_equip_office',
    purpose: '材料环境可靠性研究。',
    items: [one('高低温试验箱', 'GDW-225', '北辰试验设备', '中国', 1, 86_000, '-60–150 ℃，225 L')],
  },
  {
    title: '傅里叶变换红外光谱仪购置',
    by: null,
    daysAgo: 12,
    end: 'awaiting_equip_office',
    purpose: '公共平台开放共享，预计年机时 1200 小时。',
    items: [
      one('傅里叶变换红外光谱仪', 'FTIR-920', '天港光谱', '中国', 1, 368_000, '分辨率 0.5 cm-1，配 ATR 附件'),
    ],
  },
  {
    title: '场发射扫描电镜购置',
    by: 'requester',
    daysAgo: 6,
    end: 'panels_draft',
    purpose: '纳米材料形貌与成分表征，现有电镜机时已满。',
    items: [
      one('场发射扫描电镜', 'SEM5000', '国仪精密', '中国', 1, 2_680_000, '分辨率 0.9 nm@15 kV，配能谱'),
    ],
  },
  {
    title: '进口四极杆飞行时间质谱仪购置',
    by: 'requester',
    daysAgo: 20,
    end: 'panels_signing',
    purpose: '代谢组学与蛋白组学研究，国产同类产品分辨率不能满足要求。',
    items: [
      one(
        '四极杆飞行时间质谱仪',
        'QTOF 7600',
        'Sciex',
        '新加坡',
        1,
        3_950_000,
        '分辨率 ≥ 40000，扫描速度 ≥ 100 Hz',
      ),
    ],
  },
  {
    title: '原子力显微镜购置',
    by: null,
    daysAgo: 30,
    end: 'awaiting_equip_office',
    purpose: '表面形貌与力学性能测试。',
    items: [one('原子力显微镜', 'AFM-3D', '原微科技', '中国', 1, 760_000, '扫描范围 90 μm，闭环')],
  },
  {
    title: '小型喷雾干燥机购置',
    by: 'requester',
    shared: true,
    daysAgo: 18,
    end: 'awaiting_sourcing',
    purpose: '粉体制备教学实验。',
    items: [one('小型喷雾干燥机', 'YC-015', '浦江干燥', '中国', 2, 32_000, '蒸发量 1.5 L/h')],
  },
  {
    title: '超纯水系统购置',
    by: null,
    daysAgo: 25,
    end: 'awaiting_sourcing',
    purpose: '细胞实验用水。',
    items: [one('超纯水系统', 'UPH-20', '优普仪器', '中国', 1, 46_500, '电阻率 18.2 MΩ·cm')],
  },
  {
    title: '三维扫描仪购置',
    by: null,
    daysAgo: 40,
    end: 'refused',
    purpose: '逆向工程教学。',
    reason: '工程训练中心已有同类设备可共享',
    items: [one('手持三维扫描仪', 'S-Pro', '思看', '中国', 1, 158_000, '精度 0.02 mm')],
  },
  {
    title: '便携式气相色谱仪购置',
    by: 'requester',
    daysAgo: 50,
    end: 'cancelled',
    purpose: '野外监测。',
    reason: '改用平台现有设备',
    items: [one('便携式气相色谱仪', 'PGC-80', '磐诺', '中国', 1, 92_000, '双通道，FID 检测器')],
  },
  {
    title: '进口流式细胞分选仪购置',
    by: 'requester',
    daysAgo: 35,
    end: 'disagreed',
    purpose: '细胞分选。',
    items: [one('流式细胞分选仪', 'Aria Fusion', 'BD', '美国', 1, 3_200_000, '四激光，六路分选')],
  },
]
