import { carouselCalls } from '@portal/contract/carousel/carousel'
import { readOf, writeOf } from '../../lib/query.ts'

export const useSlides = readOf(carouselCalls.list)
const shown = [carouselCalls.list]
export const useUploadSlide = writeOf(carouselCalls.upload, shown)
export const useChangeSlide = writeOf(carouselCalls.change, shown)
export const useReplacePicture = writeOf(carouselCalls.replacePicture, shown)
export const useOrderSlides = writeOf(carouselCalls.order, shown)
export const useRemoveSlide = writeOf(carouselCalls.remove, shown)
