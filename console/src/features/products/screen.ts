import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Products, the scorecard, coupon campaigns and what the app shows. */
export const productsScreen: ScreenFolder = {
  id: 'products',
  address: '/products',
  key: 'p',
  permissions: ['products.read'],
  routes: [
    {
      path: '/products',
      Screen: lazyScreen(async () => (await import('./products.tsx')).Products),
    },
    {
      path: '/products/new',
      Screen: lazyScreen(async () => (await import('./product-form.tsx')).NewVersion),
    },
    {
      path: '/products/scorecard',
      Screen: lazyScreen(async () => (await import('./card-form.tsx')).NewCard),
    },
    {
      path: '/products/ceiling',
      Screen: lazyScreen(async () => (await import('./ceiling-form.tsx')).NewCeiling),
    },
    {
      path: '/products/campaign',
      Screen: lazyScreen(async () => (await import('./campaign-form.tsx')).NewCampaign),
    },
    {
      path: '/products/card',
      Screen: lazyScreen(async () => (await import('./carousel-form.tsx')).CarouselForm),
    },
    {
      path: '/products/requests/:requestId',
      Screen: lazyScreen(async () => (await import('./request.tsx')).Request),
    },
  ],
};
