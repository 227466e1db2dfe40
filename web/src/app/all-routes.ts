import type { RouteName } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { about } from "../routes/about";
import { cart } from "../routes/cart";
import { catalog } from "../routes/catalog";
import { category } from "../routes/category";
import { contacts } from "../routes/contacts";
import { home } from "../routes/home";
import { failure, notFound } from "../routes/not-found";
import { product } from "../routes/product";
import { productLanding } from "../routes/product-landing";
import { request } from "../routes/request";
import { search } from "../routes/search";
import { support } from "../routes/support";
import { imprint, privacy } from "../routes/text-page";

/** The modules of all routes, for the server's bundle. */
export const allRoutes: Record<RouteName, RouteModule> = {
  home,
  catalog,
  category,
  "product-landing": productLanding,
  product,
  search,
  about,
  support,
  contacts,
  cart,
  imprint,
  privacy,
  request,
  "not-found": notFound,
  error: failure,
};
