import { ConfigProvider, theme, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { useTheme, type Theme } from '../lib/theme.ts'
import { font, tokens } from './tokens.ts'
import { useStill } from './use-media.ts'

function findTheme(name: Theme, still: boolean): ThemeConfig {
  const t = tokens[name]
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: name === 'dark' ? '#4a86e8' : t.brand,
      colorLink: t.brand,
      colorLinkHover: t['brand-strong'],
      colorError: t.refused,
      colorBgBase: t.surface,
      colorBgLayout: t.ground,
      colorBgContainer: t.surface,
      colorBgElevated: t.surface,
      colorTextBase: t.text,
      colorText: t.text,
      colorTextSecondary: t['text-2'],
      colorTextTertiary: t['text-3'],
      // antd's own greys have too little contrast.
      colorTextPlaceholder: t['text-3'],
      colorTextDescription: t['text-2'],
      colorBorder: t['line-strong'],
      colorBorderSecondary: t.line,
      fontFamily: font,
      lineHeight: 1.65,
      borderRadius: 6,
      motion: !still,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Form: { itemMarginBottom: 28, verticalLabelPadding: '0 0 4px' },
      // The primary colour is a background for white text; as text it has too little contrast.
      Tabs: { itemSelectedColor: t.brand, itemHoverColor: t['brand-strong'], inkBarColor: t.brand },
    },
  }
}

/** Wraps every page that uses antd (the route table adds it); the frames and home work without antd. */
export function AntdFrame({ children }: { children: ReactNode }) {
  const name = useTheme()
  const still = useStill()
  return (
    <ConfigProvider
      locale={zhCN}
      theme={findTheme(name, still)}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: true }}
    >
      {children}
    </ConfigProvider>
  )
}
