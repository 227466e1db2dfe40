import type { RouteName } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { about } from "../routes/about";
import { cart } from "../routes/cart";
import { catalog } from "../routes/catalog";
import { category } from "../routes/category";
import { contacts } from "../routes/contacts";
import { error } from "../routes/error";
import { home } from "../routes/home";
import { imprint } from "../routes/imprint";
import { notFound } from "../routes/not-found";
import { privacy } from "../routes/privacy";
import { product } from "../routes/product";
import { productLanding } from "../routes/product-landing";
import { request } from "../routes/request";
import { search } from "../routes/search";
import { support } from "../routes/support";

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
  error,
};
